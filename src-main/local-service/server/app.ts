// The service's HTTP application: guards, the contract's routes, and an envelope for whatever else is asked.

import { Hono } from 'hono'
import { REQUEST_BY_FAMILY, ROUTES, type Route } from '../../contract/index.ts'
import { RECOVERY_PATH, viewAccount } from './account-view.ts'
import { mountAssets } from './assets/asset-routes.ts'
import { mountTranscription } from './audio-to-midi/routes.ts'
import { type Collection, createCollection } from './collections.ts'
import { writeConcurrency } from './concurrency-headers.ts'
import { baseUrlOf, type Mount, type ServiceContext, type ServiceEnv, type ServiceParts } from './context.ts'
import { planExtend, planInpaint } from './edits.ts'
import { answerRefusal, authenticate, guardLoopback, nameRequest, negotiateVersion } from './guards.ts'
import { filePath } from './job-view.ts'
import { openApiDocument } from './openapi.ts'
import { recoveryPage } from './recovery-page.ts'
import { refuse } from './refusal.ts'
import { mountSandbox, type SandboxParts } from './sandbox/routes.ts'
import { downloadFile } from './storage.ts'
import { planTextToSfx } from './text-to-sfx.ts'
import { videoToSfxRules } from './video-to-sfx.ts'

export type ServiceApp = Hono<ServiceEnv>

/** Wires every route of the contract to the service's parts; with `sandbox` also the sandbox's own. */
export function createApp(parts: ServiceParts, sandbox: SandboxParts | null): ServiceApp {
  const app: ServiceApp = new Hono()
  app.use(nameRequest(parts), guardLoopback, negotiateVersion)

  const mount: Mount = ({ path: template, pool, needsKey, isTracking = false }, handlers) => {
    const path = template.replaceAll('{id}', ':id')
    const methods = Object.keys(handlers).map((method) => method.toUpperCase())
    // Around authentication, so that a refusal for the rate tells the concurrency too.
    if (isTracking) app.on(methods, path, writeConcurrency(parts))
    if (needsKey) app.on(methods, path, authenticate(parts, pool))
    for (const [method, handler] of Object.entries(handlers)) app.on(method.toUpperCase(), path, handler)
    app.all(path, (c) => answerRefusal(c, methodRefusal(c, methods)))
  }

  mountFamilies(parts, mount)
  mountTranscription(parts, mount)
  mountAssets(parts, mount)
  mountFacts(parts, mount)
  if (sandbox) mountSandbox(sandbox, mount)

  app.notFound((c) =>
    answerRefusal(c, refuse('not_found', `There is no route ${c.req.method} ${c.req.path}`)),
  )
  app.onError((error, c) => {
    parts.log(`${c.get('requestId')} ${c.req.method} ${c.req.path} broke: ${error.stack}`)
    return answerRefusal(c, refuse('server_error', 'The service broke on this request'))
  })
  return app
}

function mountFamilies(parts: ServiceParts, mount: Mount): void {
  const textToSfx = createCollection(parts, {
    family: 'text-to-sfx',
    schema: REQUEST_BY_FAMILY['text-to-sfx'],
    plan: planTextToSfx,
  })
  const { createTextToSfx, preflightTextToSfx, getTextToSfx } = ROUTES
  mountCollection(mount, textToSfx, createTextToSfx, preflightTextToSfx, getTextToSfx)

  const videoToSfx = createCollection(parts, videoToSfxRules(parts))
  const { createVideoToSfx, preflightVideoToSfx, getVideoToSfx } = ROUTES
  mountCollection(mount, videoToSfx, createVideoToSfx, preflightVideoToSfx, getVideoToSfx)

  const extend = createCollection(parts, {
    family: 'extend',
    schema: REQUEST_BY_FAMILY.extend,
    plan: (body, model, account) => planExtend(parts, body, model, account),
  })
  mountCollection(mount, extend, ROUTES.createExtend, ROUTES.preflightExtend, ROUTES.getExtend)

  const inpaint = createCollection(parts, {
    family: 'inpaint',
    schema: REQUEST_BY_FAMILY.inpaint,
    plan: (body, model, account) => planInpaint(parts, body, model, account),
  })
  mountCollection(mount, inpaint, ROUTES.createInpaint, ROUTES.preflightInpaint, ROUTES.getInpaint)
}

function mountCollection(
  mount: Mount,
  collection: Collection,
  create: Route,
  preflight: Route,
  get: Route,
): void {
  mount({ ...create, isTracking: true }, { post: collection.create })
  // Before the poll: "preflight" is no job id.
  mount(preflight, { post: collection.preflight })
  mount({ ...get, isTracking: true }, { get: collection.poll })
}

function mountFacts(parts: ServiceParts, mount: Mount): void {
  mount(ROUTES.listModels, { get: (c) => c.json({ data: parts.models }) })
  mount(ROUTES.getModel, {
    get: (c) => {
      const id = c.req.param('id') ?? ''
      const model = parts.models.find((candidate) => candidate.id === id)
      if (model) return c.json(model)
      return answerRefusal(c, refuse('model_not_found', `There is no model ${JSON.stringify(id)}`))
    },
  })
  mount(ROUTES.getAccount, {
    get: (c) => {
      const { account } = c.get('apiKey')
      return c.json(viewAccount(account, parts.accounts.spendingState(account), baseUrlOf(c)))
    },
  })
  mount(ROUTES.getOpenApi, { get: (c) => c.json(openApiDocument(baseUrlOf(c))) })
  mount({ path: filePath('{id}'), pool: null, needsKey: false }, { get: downloadFile(parts) })
  mount({ path: `${RECOVERY_PATH}/{id}`, pool: null, needsKey: false }, { get: recoveryPage })
}

function methodRefusal(c: ServiceContext, methods: readonly string[]) {
  const allowed = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ')
  const message = `${c.req.path} takes ${allowed}, not ${c.req.method}`
  return refuse('invalid_request', message, { status: 405, headers: { allow: allowed } })
}
