// The request handler and its parts: for `src/shell` and routes, not for features.
export { type AppRouter, makeAppRouter } from '#/app/registry/router.server.ts'
export { logClientError } from '#/app/server/client-errors.server.ts'
export { guardedFunction, guardedRoute } from '#/app/server/guarded.server.ts'
export { mailboxJson } from '#/app/server/mailbox-json.server.ts'
export { createMatchRoute } from '#/app/server/match-route.server.ts'
export { metricsEndpoint } from '#/app/server/metrics-endpoint.server.ts'
export {
  answerAuthRequest,
  answerTrpcRequest,
  appRouter,
  sendAttachment,
  writeTextsFiles,
} from '#/app/server/on-demand.server.ts'
export { readiness } from '#/app/server/readiness.server.ts'
export { type RunningApp, createRequestHandler } from '#/app/server/request-handler.server.ts'
export { getServices } from '#/app/server/services.server.ts'
export { signedInOf, verbContext } from '#/app/server/verb-context.server.ts'
export { ownTexts } from '#/i18n/own-texts.server.ts'
export { openDemo } from '#/app/server/open-demo.server.ts'
