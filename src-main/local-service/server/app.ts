// The service's HTTP application: guards, the contract's routes, and an envelope for whatever else is asked.

import { Hono } from 'hono'
import type { z } from 'zod'
import { type Family, REQUEST_BY_FAMILY, type RequestOf, ROUTES, type Route } from '../../contract/index.ts'
import { RECOVERY_PATH, viewAccount } from './account-view.ts'
import { type Collection, createCollection, writeConcurrency } from './collections.ts'
import { baseUrlOf, type ServiceContext, type ServiceEnv, type ServiceParts } from './context.ts'
import { answerRefusal, authenticate, guardLoopback, nameRequest, negotiateVersion } from './guards.ts'
import { filePath } from './job-view.ts'
import { openApiDocument } from './openapi.ts'
import { recoveryPage } from './recovery-page.ts'
import { refuse } from './refusal.ts'
import { downloadFile } from './storage.ts'
import { planTextToSfx } from './text-to-sfx.ts'

type Handler = (c: ServiceContext) => Response | Promise<Response>

export type ServiceApp = Hono<ServiceEnv>

/** Wires every route of the contract to the service's parts. */
export function createApp(parts: ServiceParts): ServiceApp {
  const app: ServiceApp = new Hono()
  app.use(nameRequest, guardLoopback, negotiateVersion)

  function mount(
    route: Pick<Route, 'method' | 'path' | 'pool' | 'needsKey'>,
    handler: Handler,
    isTracking = false,
  ): void {
    const path = route.path.replaceAll('{id}', ':id')
    if (route.needsKey) app.on(route.method, path, authenticate(parts, route.pool))
    if (isTracking) app.on(route.method, path, writeConcurrency(parts))
    app.on(route.method, path, handler)
    app.all(path, (c) => answerRefusal(c, methodRefusal(c, route.method)))
  }

  function mountCollection(
    routes: { readonly create: Route; readonly preflight: Route; readonly get: Route },
    { create, preflight, poll }: Collection,
  ): void {
    mount(routes.create, create, true)
    mount(routes.preflight, preflight)
    mount(routes.get, poll, true)
  }

  mountCollection(
    { create: ROUTES.createTextToSfx, preflight: ROUTES.preflightTextToSfx, get: ROUTES.getTextToSfx },
    createCollection(parts, {
      family: 'text-to-sfx',
      schema: REQUEST_BY_FAMILY['text-to-sfx'],
      plan: planTextToSfx,
    }),
  )
  mountCollection(
    { create: ROUTES.createVideoToSfx, preflight: ROUTES.preflightVideoToSfx, get: ROUTES.getVideoToSfx },
    unservedCollection(parts, 'video-to-sfx', REQUEST_BY_FAMILY['video-to-sfx']),
  )
  mountCollection(
    { create: ROUTES.createExtend, preflight: ROUTES.preflightExtend, get: ROUTES.getExtend },
    unservedCollection(parts, 'extend', REQUEST_BY_FAMILY.extend),
  )
  mountCollection(
    { create: ROUTES.createInpaint, preflight: ROUTES.preflightInpaint, get: ROUTES.getInpaint },
    unservedCollection(parts, 'inpaint', REQUEST_BY_FAMILY.inpaint),
  )
  for (const route of [
    ROUTES.transcribeSync,
    ROUTES.createTranscription,
    ROUTES.getTranscription,
    ROUTES.preflightTranscription,
    ROUTES.detectInstruments,
  ]) {
    mount(route, (c) =>
      answerRefusal(c, refuse('capability_unsupported', 'This service transcribes no audio')),
    )
  }

  mount(ROUTES.listModels, (c) => c.json({ data: parts.models }))
  mount(ROUTES.getModel, (c) => {
    const id = c.req.param('id') ?? ''
    const model = parts.models.find((candidate) => candidate.id === id)
    return model
      ? c.json(model)
      : answerRefusal(c, refuse('model_not_found', `There is no model ${JSON.stringify(id)}`))
  })
  mount(ROUTES.getAccount, (c) => {
    const { account } = c.get('apiKey')
    return c.json(viewAccount(account, parts.accounts.spendingState(account), baseUrlOf(c)))
  })
  mount(ROUTES.getOpenApi, (c) => c.json(openApiDocument(baseUrlOf(c))))
  mount({ method: 'GET', path: filePath('{id}'), pool: 'reads', needsKey: false }, downloadFile(parts))
  mount({ method: 'GET', path: `${RECOVERY_PATH}/{id}`, pool: 'reads', needsKey: false }, recoveryPage)

  app.notFound((c) =>
    answerRefusal(c, refuse('not_found', `There is no route ${c.req.method} ${c.req.path}`)),
  )
  app.onError((error, c) => {
    parts.log(`${c.get('requestId')} ${c.req.method} ${c.req.path} broke: ${error.stack}`)
    return answerRefusal(c, refuse('server_error', 'The service broke on this request'))
  })
  return app
}

function methodRefusal(c: ServiceContext, allowed: Route['method']) {
  const message = `${c.req.path} takes ${allowed}, not ${c.req.method}`
  return refuse('invalid_request', message, {
    status: 405,
    headers: { allow: allowed === 'GET' ? 'GET, HEAD' : allowed },
  })
}

/** A family that no model here serves: its bodies are checked, and its absence from `operations` is what refuses them. */
function unservedCollection<F extends Family>(
  parts: ServiceParts,
  family: F,
  schema: z.ZodType<RequestOf<F>>,
): Collection {
  return createCollection(parts, {
    family,
    schema,
    plan: () => refuse('capability_unsupported', `This service does not serve ${family}`, { param: 'model' }),
  })
}
