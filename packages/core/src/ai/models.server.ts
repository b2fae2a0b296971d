import { APICallError, type LanguageModelV4 } from '@ai-sdk/provider'
import type { Log } from '#/log/log.server.ts'
import { AppError } from '#/lib/app-error.ts'
import { createEmbedding, type Embedding } from './embedding.server.ts'
import {
  createGuardedFetch,
  embeddingLimits,
  providerLimits,
  type ProviderLimits,
} from './guarded-fetch.server.ts'
import { guardModel } from './guarded-model.server.ts'
import { readModelFailure } from './model-failure.server.ts'
import { chooseModel, keysIn, parseModelName, type ModelName, type ModelSettings } from './model-settings.ts'
import { openEmbeddingModel, openLanguageModel } from './provider-models.server.ts'
import { providerReason } from './provider-reason.ts'
import { createToolFallback } from './tool-fallback.ts'

/**
 * A model for streamText and generateText. Every error that it throws or sends as an `error` part is an
 * AppError or the abort reason of the caller's signal.
 */
export type ConfiguredModel = { id: string; label: string; languageModel: LanguageModelV4 }

/** Why a model failed: a translation key and its parameters. */
export type ModelFailure = { code: string; params: Record<string, string | number> }

/** The models of this process, chosen by the environment. */
export type Models = {
  /** Undefined while no language model is configured. */
  language: ConfiguredModel | undefined
  /** Undefined while no embedding model is configured. */
  embedding: Embedding | undefined
}

type Options = {
  env: ModelSettings
  log: Pick<Log, 'info' | 'warn'>
  limits?: ProviderLimits
}

/**
 * Creates the configured models and logs which language model is used. Calls no provider; the settings must
 * already be validated.
 */
export async function createModels({
  env: settings,
  log,
  limits = providerLimits,
}: Options): Promise<Models> {
  const access = { settings, fetch: createGuardedFetch(limits) }
  const keys = keysIn(settings)
  const named = chooseModel(settings)
  const embeddingNamed = parseModelName(settings.AI_EMBEDDING_MODEL ?? '')
  const reader = (id: string, label: string) => (error: unknown, hasBegun: boolean) =>
    reportFailure(log, { id, label, error, hasBegun, keys })
  const language = named && (await open(named))
  const embedding = embeddingNamed && (await openEmbedding(embeddingNamed))

  async function open(name: ModelName): Promise<ConfiguredModel> {
    const id = idOf(name)
    const { extractReasoningMiddleware, wrapLanguageModel } = await import('ai')
    const model = wrapLanguageModel({
      model: await openLanguageModel(name, access),
      middleware: [
        ...REASONING_TAGS.map((tagName) => extractReasoningMiddleware({ tagName })),
        createToolFallback(() =>
          log.info({ model: id }, 'the model takes no tools and is called without them'),
        ),
      ],
    })
    return { id, label: name.model, languageModel: guardModel(model, reader(id, name.model)) }
  }
  async function openEmbedding(name: ModelName): Promise<Embedding> {
    const readFailure = reader(idOf(name), name.model)
    const fetch = createGuardedFetch(embeddingLimits(limits))
    return createEmbedding(idOf(name), await openEmbeddingModel(name, { settings, fetch }), (error) =>
      readFailure(error, false),
    )
  }

  log.info(
    { model: language?.id ?? 'none', embeddingModel: embedding?.id ?? 'none' },
    language ? `the language model is ${language.id}` : 'no language model is configured',
  )
  return { language, embedding }
}

// Providers that send reasoning apart are not affected.
const REASONING_TAGS = ['think', 'thinking', 'reasoning']

/** Leaves out the base URL, which may be internal. */
const idOf = ({ provider, model }: ModelName) => `${provider}:${model}`

/** Returns what users see of any error that a model threw. */
export function describeFailure(error: unknown): ModelFailure {
  if (!(error instanceof AppError)) return { code: 'errors:unexpected', params: {} }
  const params = Object.entries(error.params).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  )
  return { code: error.code, params: Object.fromEntries(params) }
}

type Failed = { id: string; label: string; error: unknown; hasBegun: boolean; keys: readonly string[] }

/** Logs the failure and what the provider said, without keys and addresses. */
function reportFailure(log: Options['log'], { id, label, error, hasBegun, keys }: Failed): AppError {
  const reason = providerReason(error, keys)
  const failure = readModelFailure(error, { model: label, hasBegun, reason })
  const status = APICallError.isInstance(error) ? error.statusCode : undefined
  log.warn(
    {
      model: id,
      failure: failure.code,
      status,
      reason,
      type: error instanceof Error ? error.name : typeof error,
    },
    'the model failed',
  )
  return failure
}
