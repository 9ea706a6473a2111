// The service's description of itself: OpenAPI 3.1, generated from the contract's schemas and routes.

import { z } from 'zod'
import {
  CONTRACT_VERSION,
  IDEMPOTENCY_KEY_HEADER,
  PREFER_HEADER,
  RATE_LIMIT_HEADERS,
  RETRY_AFTER_HEADER,
  ROUTES,
  type Route,
  type RouteName,
  SYNC_IDEMPOTENCY_KEY_MAX_CHARS,
  serviceHeaderNames,
  WAIT_SECONDS_MAX,
  WAIT_SECONDS_MIN,
} from '../../contract/index.ts'
import {
  NAMED_SCHEMAS,
  OPERATIONS,
  type OperationText,
  PROMISES,
  type Promises,
  type SchemaName,
} from './openapi-operations.ts'

const HEADER_NAMES = serviceHeaderNames()

/** The document, with the address that it was asked at as its server. */
export function openApiDocument(baseUrl: string): object {
  staticParts ??= describeService()
  return { ...staticParts, servers: [{ url: baseUrl }] }
}

/** Made when it is first asked for: it takes longer than the rest of the service's start. */
let staticParts: object | undefined

function describeService(): object {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Sound generation service',
      version: CONTRACT_VERSION,
      description:
        "Foleyroom's local service: sound from text and from video, audio edits and audio to MIDI, on this machine, by the contract of a hosted service.",
      license: { name: 'MIT', identifier: 'MIT' },
    },
    security: [{ key: [] }],
    tags: [...new Set(Object.values(OPERATIONS).map(({ tag }) => tag))].map((name) => ({ name })),
    paths: pathsOf(),
    components: {
      securitySchemes: { key: { type: 'http', scheme: 'bearer', description: 'An API key: `sk-…`' } },
      schemas: componentSchemas(),
      headers: {
        ServiceVersion: header('The contract date that served the request', {
          type: 'string',
          format: 'date',
        }),
        RateLimitLimit: header('Size of the burst', { type: 'integer' }),
        RateLimitRemaining: header('Requests left of the burst', { type: 'integer' }),
        RateLimitReset: header('Seconds until the burst is whole again', { type: 'integer' }),
        RateLimitPolicy: header('Sustained rate: `<pool>;q=<requests>;w=<seconds>`', { type: 'string' }),
        ConcurrencyLimit: header("How many of the key's jobs may run at once", { type: 'integer' }),
        ConcurrencyCurrent: header("How many of the key's jobs run now", { type: 'integer' }),
        RetryAfter: header('Seconds to wait before the next try', { type: 'integer' }),
      },
      responses: {
        Refusal: {
          description: 'The request was refused or failed',
          headers: {
            [HEADER_NAMES.version]: headerRef('ServiceVersion'),
            [RETRY_AFTER_HEADER]: headerRef('RetryAfter'),
          },
          content: { 'application/json': { schema: schemaRef('ErrorEnvelope') } },
        },
      },
      parameters: {
        ServiceVersion: parameter(
          'header',
          HEADER_NAMES.version,
          'The contract date that the client was written for',
          {
            type: 'string',
            format: 'date',
          },
        ),
        Wait: parameter('query', 'wait', 'Hold the answer until the job ends, so many seconds at most', {
          type: 'integer',
          minimum: WAIT_SECONDS_MIN,
          maximum: WAIT_SECONDS_MAX,
        }),
        Prefer: parameter('header', PREFER_HEADER, '`wait=<seconds>`; the query parameter wins', {
          type: 'string',
        }),
        IdempotencyKey: parameter(
          'header',
          IDEMPOTENCY_KEY_HEADER,
          'Names one intent: a repeat starts no second job',
          {
            type: 'string',
            minLength: 1,
          },
        ),
        SyncIdempotencyKey: parameter(
          'header',
          IDEMPOTENCY_KEY_HEADER,
          'Names one intent: a repeat is refused with 409',
          {
            type: 'string',
            minLength: 1,
            maxLength: SYNC_IDEMPOTENCY_KEY_MAX_CHARS,
          },
        ),
      },
    },
  }
}

function pathsOf(): Record<string, Record<string, object>> {
  const paths: Record<string, Record<string, object>> = {}
  // Object.keys loses the key type; ROUTES has exactly these keys.
  for (const name of Object.keys(ROUTES) as RouteName[]) {
    const route: Route = ROUTES[name]
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operationOf(name, route) }
  }
  return paths
}

function operationOf(name: RouteName, route: Route): object {
  const text = OPERATIONS[name]
  return {
    operationId: name,
    tags: [text.tag],
    summary: text.summary,
    ...(!route.needsKey && { security: [] }),
    parameters: parametersOf(route, text),
    ...(text.body && {
      requestBody: { required: true, content: { 'application/json': { schema: schemaRef(text.body) } } },
    }),
    responses: responsesOf(route, text),
  }
}

function parametersOf(route: Route, text: OperationText): object[] {
  const query = Object.entries(text.query ?? {}).map(([name, { description, minimum }]) => ({
    ...parameter('query', name, description, { type: 'integer', minimum }),
    required: true,
  }))
  return [
    ...(route.path.includes('{id}')
      ? [{ ...parameter('path', 'id', 'Its id', { type: 'string', minLength: 1 }), required: true }]
      : []),
    ...query,
    ...(text.isJob ? [parameterRef('Wait'), parameterRef('Prefer')] : []),
    ...(text.takesIdempotencyKey
      ? [parameterRef(route.family === 'audio-to-midi' ? 'SyncIdempotencyKey' : 'IdempotencyKey')]
      : []),
    parameterRef('ServiceVersion'),
  ]
}

function responsesOf(route: Route, text: OperationText): object {
  const headers = {
    [HEADER_NAMES.version]: headerRef('ServiceVersion'),
    ...(route.needsKey && {
      [RATE_LIMIT_HEADERS.limit]: headerRef('RateLimitLimit'),
      [RATE_LIMIT_HEADERS.remaining]: headerRef('RateLimitRemaining'),
      [RATE_LIMIT_HEADERS.reset]: headerRef('RateLimitReset'),
      [RATE_LIMIT_HEADERS.policy]: headerRef('RateLimitPolicy'),
    }),
    ...(text.isJob && {
      [HEADER_NAMES.concurrencyLimit]: headerRef('ConcurrencyLimit'),
      [HEADER_NAMES.concurrencyCurrent]: headerRef('ConcurrencyCurrent'),
      [RETRY_AFTER_HEADER]: headerRef('RetryAfter'),
    }),
  }
  const answers = Object.entries(text.answers).map(([status, { description, schema }]) => [
    status,
    {
      description,
      headers,
      content: { 'application/json': { schema: schema ? schemaRef(schema) : { type: 'object' } } },
    },
  ])
  const refusal = { $ref: '#/components/responses/Refusal' }
  return { ...Object.fromEntries(answers), '4XX': refusal, '5XX': refusal, default: refusal }
}

/** Every named schema as JSON Schema (the dialect of OpenAPI 3.1), referring to the others by name. */
function componentSchemas(): Record<string, object> {
  const registry = z.registry<{ id: string }>()
  for (const [id, schema] of Object.entries(NAMED_SCHEMAS)) registry.add(schema, { id })
  const { schemas } = z.toJSONSchema(registry, {
    io: 'input',
    uri: (id) => `#/components/schemas/${id}`,
    override: ({ jsonSchema }) => sayDefault(jsonSchema),
  })
  const components: Record<string, JsonSchema> = Object.fromEntries(
    Object.entries(schemas).map(([id, { $schema: _dialect, $id: _id, ...schema }]) => [id, schema]),
  )
  for (const [place, promise] of Object.entries(PROMISES)) promiseMore(objectAt(components, place), promise)
  return components
}

type JsonSchema = z.core.JSONSchema.BaseSchema

/** The object of a component, or of one of its fields. */
function objectAt(components: Readonly<Record<string, JsonSchema>>, place: string): JsonSchema {
  const [id = '', field] = place.split('.')
  const component = components[id]
  const inner = field === undefined ? component : withoutNull(component?.properties?.[field])
  if (typeof inner !== 'object' || !inner.properties) throw new Error(`there is no object at ${place}`)
  return inner
}

/** Names fields that are always sent, and takes null away from those that never are. */
function promiseMore(object: JsonSchema, { sent = [], notNull = [] }: Promises): void {
  object.required = [...new Set([...(object.required ?? []), ...sent])]
  for (const field of notNull) {
    const schema = withoutNull(object.properties?.[field])
    if (schema === undefined) throw new Error(`there is no field ${field}`)
    object.properties = { ...object.properties, [field]: schema }
  }
}

/** A schema that took null, without it. */
function withoutNull(schema: JsonSchema | boolean | undefined): JsonSchema | undefined {
  if (typeof schema !== 'object') return undefined
  const { anyOf, type } = schema
  if (Array.isArray(type)) return { ...schema, type: type.find((name) => name !== 'null') }
  const others = anyOf?.filter((each) => typeof each !== 'object' || each.type !== 'null')
  const [only] = others ?? []
  return others?.length === 1 && typeof only === 'object' ? only : schema
}

/** A default stands in words: generators of clients take a field that has one for a field that has to be sent. */
function sayDefault(jsonSchema: z.core.JSONSchema.BaseSchema): void {
  const { default: value, description } = jsonSchema
  if (value === undefined) return
  delete jsonSchema.default
  jsonSchema.description = [description, `Default: ${JSON.stringify(value)}.`].filter(Boolean).join(' ')
}

function schemaRef(name: SchemaName): object {
  return { $ref: `#/components/schemas/${name}` }
}

function headerRef(name: string): object {
  return { $ref: `#/components/headers/${name}` }
}

function parameterRef(name: string): object {
  return { $ref: `#/components/parameters/${name}` }
}

function header(description: string, schema: object): object {
  return { description, schema }
}

function parameter(
  place: 'query' | 'header' | 'path',
  name: string,
  description: string,
  schema: object,
): object {
  return { name, in: place, description, schema }
}
