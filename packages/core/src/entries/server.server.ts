// Settings, the log, requests to other servers, processes, models, backups.
export type { Embedding } from '#/ai/embedding.server.ts'
export { type ModelFailure, type Models, describeFailure } from '#/ai/models.server.ts'
export { BACKUP_OLD_AFTER_MS, listBackups } from '#/backup/kept-backups.server.ts'
export { type Env, credential, defineSettings, getEnv, retentionDays } from '#/env/env.server.ts'
export { compressPage } from '#/http/compress-page.server.ts'
export { problem } from '#/http/problem.server.ts'
export { isPublicAddress } from '#/http/public-address.server.ts'
export {
  type Network,
  PrivateAddress,
  UnknownHost,
  readStart,
  requestPublic,
} from '#/http/public-request.server.ts'
export { UPLOAD_HEAD_BYTES, type UploadRule } from '#/http/receive-form.server.ts'
export { redirectTo } from '#/http/redirect.server.ts'
export { wholeResponse } from '#/http/whole-body.server.ts'
export { createServerI18n, languageOfRequest, provideTexts, translateTo } from '#/i18n/server-texts.server.ts'
export { type CountedErrors, ERROR_GROUPS_MAX, addTo } from '#/log/error-groups.server.ts'
export type { Log } from '#/log/log.server.ts'
export { namedWork } from '#/log/loop-watch.server.ts'
export { currentRequest } from '#/log/request-scope.server.ts'
export { TaskEnded, type TaskTools, defineTask, runTask } from '#/workers/workers.server.ts'
