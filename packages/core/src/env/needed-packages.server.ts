import {
  chooseModel,
  parseModelName,
  providerKeys,
  type ModelName,
  type ModelSettings,
} from '#/ai/model-settings.ts'
import { missingPackages, type OptionalPackage } from '#/lib/optional-packages.server.ts'

const bucket = ['@aws-sdk/client-s3', '@aws-sdk/lib-storage'] as const
const needs = {
  STORAGE_URL: bucket,
  BACKUPS_URL: bucket,
  REDIS_URL: ['@redis/client'],
  OTEL_EXPORTER_OTLP_ENDPOINT: [
    '@opentelemetry/exporter-trace-otlp-http',
    '@opentelemetry/resources',
    '@opentelemetry/sdk-trace-node',
  ],
} as const satisfies Record<string, readonly OptionalPackage[]>

type Env = ModelSettings & { [setting in keyof typeof needs]?: string | undefined }

const libraries: Record<ModelName['provider'], OptionalPackage> = {
  openai: '@ai-sdk/openai',
  anthropic: '@ai-sdk/anthropic',
  google: '@ai-sdk/google',
  compatible: '@ai-sdk/openai-compatible',
}

/** A line for each setting that is set and needs a package that is not installed. */
export function findMissingPackages(env: Env): string[] {
  const settings = (Object.keys(needs) as (keyof typeof needs)[]).filter((name) => env[name] !== undefined)
  const ofModels = [
    [languageSetting(env), chooseModel(env)],
    ['AI_EMBEDDING_MODEL', parseModelName(env.AI_EMBEDDING_MODEL ?? '')],
  ] as const
  return [
    ...settings.map((name) => missingPackages(name, needs[name])),
    ...ofModels.map(([name, model]) => model && missingPackages(name, [libraries[model.provider]])),
  ].flatMap((line) => line ?? [])
}

/** The setting that chooses the language model. */
function languageSetting(env: Env): string {
  const chosen = env.AI_MODEL === undefined ? chooseModel(env)?.provider : undefined
  return chosen === undefined || chosen === 'compatible' ? 'AI_MODEL' : providerKeys[chosen].setting
}
