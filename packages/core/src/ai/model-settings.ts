/** Providers that need only a key. If several keys are set, the first provider in this order is used. */
export const providerKeys = {
  openai: { setting: 'OPENAI_API_KEY', model: 'gpt-5.4-mini' },
  anthropic: { setting: 'ANTHROPIC_API_KEY', model: 'claude-haiku-5-5' },
  google: { setting: 'GOOGLE_GENERATIVE_AI_API_KEY', model: 'gemini-flash-latest' },
} as const

export type KeyedProvider = keyof typeof providerKeys
/** A provider and its model. `baseUrl` has no trailing slash. */
export type ModelName =
  | { provider: KeyedProvider; model: string }
  | { provider: 'compatible'; model: string; baseUrl: string }

/** The model settings of the environment; see `.env.example`. */
export type ModelSettings = {
  AI_MODEL?: string | undefined
  AI_EMBEDDING_MODEL?: string | undefined
  AI_API_KEY?: string | undefined
} & { [provider in KeyedProvider as (typeof providerKeys)[provider]['setting']]?: string | undefined }

/** The keys of all providers that are set. */
export const keysIn = (settings: ModelSettings): string[] =>
  [settings.AI_API_KEY, ...Object.values(providerKeys).map(({ setting }) => settings[setting])].flatMap(
    (key) => key || [],
  )

export const MODEL_EXPECTED =
  'must be openai:, anthropic: or google: and a model, or compatible:model@http://host/v1 without a password in it, or the word local'
export const EMBEDDING_EXPECTED =
  'must be openai: or google: and an embedding model, or compatible:model@http://host/v1 without a password in it'

/** Parses `provider:model` or `compatible:model@http://host/v1`; undefined for anything else. */
export function parseModelName(value: string): ModelName | undefined {
  const [, provider, rest = ''] =
    /^(openai|anthropic|google|compatible):([\x21-\x7e]{1,500})$/.exec(value) ?? []
  if (provider !== 'compatible')
    return provider && rest.length <= 200 ? { provider: provider as KeyedProvider, model: rest } : undefined
  // regex-reviewed: a setting of the operator, at most 500 characters
  const [, model = '', address = ''] = /^(.{1,200}?)@(https?:\/\/.+)$/.exec(rest) ?? []
  if (!URL.canParse(address)) return undefined
  const { username, password, search, hash, href } = new URL(address)
  return username || password || search || hash
    ? undefined
    : { provider, model, baseUrl: href.replace(/(?<!\/)\/+$/, '') }
}

export const isModelSetting = (value: string) => value === 'local' || parseModelName(value) !== undefined
export const isEmbeddingSetting = (value: string) =>
  [undefined, 'anthropic'].indexOf(parseModelName(value)?.provider) === -1

/** Returns one line per configured model whose provider has no key. */
export function findMissingKeys(settings: ModelSettings): string[] {
  return (['AI_MODEL', 'AI_EMBEDDING_MODEL'] as const).flatMap((setting) => {
    const name = parseModelName(settings[setting] ?? '')
    if (!name || name.provider === 'compatible') return []
    const key = providerKeys[name.provider].setting
    return settings[key] === undefined
      ? [`${key} is required for ${setting}=${name.provider}:${name.model}.`]
      : []
  })
}

/**
 * Returns the configured language model: AI_MODEL, else the default model of the first provider with a key.
 * Undefined means the built-in model only.
 */
export function chooseModel(settings: ModelSettings): ModelName | undefined {
  if (settings.AI_MODEL !== undefined) return parseModelName(settings.AI_MODEL)
  const provider = (Object.keys(providerKeys) as KeyedProvider[]).find(
    (one) => settings[providerKeys[one].setting] !== undefined,
  )
  return provider && { provider, model: providerKeys[provider].model }
}
