// What a feature brings to the server: procedures, jobs, mails, demo, references, attachments.
export { provideFeatures } from '#/app/registry/features.server.ts'
export {
  installed,
  pageSettings,
  provideServerFeatures,
  serverFeatures,
} from '#/app/registry/installed.server.ts'
export type { Attachment } from '#/attachments/attachment-output.server.ts'
export { defineAttachments } from '#/attachments/attachments.server.ts'
export {
  type Application,
  type ChatTool,
  type ChatTools,
  type Demo,
  type DemoConversation,
  type DemoSeed,
  type EndpointCall,
  type FeatureAuth,
  type FeatureOverview,
  type FeaturePlugins,
  type Installed,
  defineChatTool,
  defineServerFeature,
} from '#/feature.server.ts'
export type { Reference, Referred } from '#/references/reference-source.server.ts'
export { defineReferences } from '#/references/references.server.ts'
