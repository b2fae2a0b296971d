import { APICallError, type LanguageModelV4 } from '@ai-sdk/provider'
import type { Log } from '#/core/log/log.server.ts'
import { AppError } from '#/lib/app-error.ts'
import { createBuiltInModel } from './built-in/built-in-model.server.ts'
import { createEmbedding, type Embedding } from './embedding.server.ts'
import { createGuardedFetch, providerLimits, type ProviderLimits } from './guarded-fetch.server.ts'
import { guardModel } from './guarded-model.server.ts'
import { readModelFailure } from './model-failure.server.ts'
import { BUILT_IN_ID, type ModelInfo } from './model-info.ts'
import { chooseModel, parseModelName, type ModelName, type ModelSettings } from './model-settings.ts'
import { openEmbeddingModel, openLanguageModel } from './provider-models.server.ts'

/**
 * Call it with streamText or generateText. What it throws, and every part `error`, is an AppError, or the
 * reason of the caller's own signal.
 */
export type OfferedModel = ModelInfo & { languageModel: LanguageModelV4 }

/** Why a model has failed: a translation key and what stands in it. */
export type ModelFailure = { code: string; params: Record<string, string | number> }

/** The models of this process, chosen by the environment. */
export type Models = {
  /** The configured one, where there is one, and always the built-in one. Holds nothing secret. */
  list(): readonly ModelInfo[]
  defaultId: string
  /** Undefined for a model that isn't offered. */
  find(id: string): OfferedModel | undefined
  /** Safe for anything that was caught. */
  failureOf(error: unknown): ModelFailure
  /** Undefined while no embedding model is configured. */
  embedding: Embedding | undefined
}

type Options = {
  env: ModelSettings
  log: Pick<Log, 'info' | 'warn'>
  limits?: ProviderLimits
  /**
   * Between the words of the built-in model, in milliseconds. For tests that stop an answer or come back to
   * it.
   */
  paceMs?: number
}

/**
 * Opens the models that the settings name and says in the log which one answers. Asks no provider anything;
 * the settings must have been checked.
 */
export async function createModels({
  env: settings,
  log,
  limits = providerLimits,
  paceMs = 0,
}: Options): Promise<Models> {
  const access = { settings, fetch: createGuardedFetch(limits) }
  const named = chooseModel(settings)
  const embeddingNamed = parseModelName(settings.AI_EMBEDDING_MODEL ?? '')
  const builtIn = {
    id: BUILT_IN_ID,
    label: 'Built-in (no language model)',
    isBuiltIn: true,
    languageModel: createBuiltInModel({ paceMs }),
  }
  const reader = (id: string, label: string) => (error: unknown, hasBegun: boolean) =>
    reportFailure(log, { id, label, error, hasBegun })
  const configured = named && (await open(named))
  const embedding = embeddingNamed && (await openEmbedding(embeddingNamed))

  async function open(name: ModelName): Promise<OfferedModel> {
    const id = idOf(name)
    const languageModel = guardModel(await openLanguageModel(name, access), reader(id, name.model))
    return { id, label: name.model, isBuiltIn: false, languageModel }
  }
  async function openEmbedding(name: ModelName): Promise<Embedding> {
    const readFailure = reader(idOf(name), name.model)
    return createEmbedding(idOf(name), await openEmbeddingModel(name, access), (error) =>
      readFailure(error, false),
    )
  }

  const offered: OfferedModel[] = configured ? [configured, builtIn] : [builtIn]
  const defaultId = offered[0]?.id ?? BUILT_IN_ID
  log.info(
    { model: defaultId, embeddingModel: embedding?.id ?? 'none' },
    `the chat answers with ${configured ? defaultId : builtIn.label}`,
  )
  return {
    list: () => offered.map(({ id, label, isBuiltIn }) => ({ id, label, isBuiltIn })),
    defaultId,
    find: (id) => offered.find((model) => model.id === id),
    failureOf,
    embedding,
  }
}

/** Without an address: it may be one that nobody outside should know. */
const idOf = ({ provider, model }: ModelName) => `${provider}:${model}`

function failureOf(error: unknown): ModelFailure {
  if (!(error instanceof AppError)) return { code: 'errors:unexpected', params: {} }
  const params = Object.entries(error.params).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  )
  return { code: error.code, params: Object.fromEntries(params) }
}

type Failed = { id: string; label: string; error: unknown; hasBegun: boolean }

/** Logs the kind of failure only: a provider's words may repeat keys and what people wrote. */
function reportFailure(log: Options['log'], { id, label, error, hasBegun }: Failed): AppError {
  const failure = readModelFailure(error, { model: label, hasBegun })
  const status = APICallError.isInstance(error) ? error.statusCode : undefined
  log.warn(
    { model: id, failure: failure.code, status, type: error instanceof Error ? error.name : typeof error },
    'the model failed',
  )
  return failure
}
