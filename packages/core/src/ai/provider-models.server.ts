import type { EmbeddingModelV4, LanguageModelV4 } from '@ai-sdk/provider'
import { loadPackages } from '#/lib/optional-packages.server.ts'
import { providerKeys, type ModelName, type ModelSettings } from './model-settings.ts'

type Access = { settings: ModelSettings; fetch: typeof globalThis.fetch }

// Each library is loaded only when it is used. The base URLs are the libraries' defaults, set explicitly
// because the environment variables that override them are not settings of this application.
export const providerAddresses = {
  openai: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com/v1',
  google: 'https://generativelanguage.googleapis.com/v1beta',
}

/**
 * Creates the provider's own language model, without error mapping or timeouts: use it through
 * `createModels`.
 */
export async function openLanguageModel(
  name: ModelName,
  { settings, fetch }: Access,
): Promise<LanguageModelV4> {
  switch (name.provider) {
    case 'openai': {
      const [{ createOpenAI }] = await loadPackages('AI_MODEL', '@ai-sdk/openai')
      return createOpenAI({ ...keyed(name.provider, settings), fetch })(name.model)
    }
    case 'anthropic': {
      const [{ createAnthropic }] = await loadPackages('AI_MODEL', '@ai-sdk/anthropic')
      return createAnthropic({ ...keyed(name.provider, settings), fetch })(name.model)
    }
    case 'google': {
      const [{ createGoogle }] = await loadPackages('AI_MODEL', '@ai-sdk/google')
      return createGoogle({ ...keyed(name.provider, settings), fetch })(name.model)
    }
    case 'compatible':
      return (await compatible('AI_MODEL', name, { settings, fetch })).chatModel(name.model)
  }
}

/**
 * The same for an embedding model. Throws for a provider that has none, which the validation of the settings
 * rules out.
 */
export async function openEmbeddingModel(
  name: ModelName,
  { settings, fetch }: Access,
): Promise<EmbeddingModelV4> {
  switch (name.provider) {
    case 'openai': {
      const [{ createOpenAI }] = await loadPackages('AI_EMBEDDING_MODEL', '@ai-sdk/openai')
      return createOpenAI({ ...keyed(name.provider, settings), fetch }).embeddingModel(name.model)
    }
    case 'google': {
      const [{ createGoogle }] = await loadPackages('AI_EMBEDDING_MODEL', '@ai-sdk/google')
      return createGoogle({ ...keyed(name.provider, settings), fetch }).embeddingModel(name.model)
    }
    case 'compatible':
      return (await compatible('AI_EMBEDDING_MODEL', name, { settings, fetch })).embeddingModel(name.model)
    case 'anthropic':
      throw new Error('Anthropic has no embedding models')
  }
}

function keyed(provider: keyof typeof providerAddresses, settings: ModelSettings) {
  return { baseURL: providerAddresses[provider], apiKey: settings[providerKeys[provider].setting] }
}

async function compatible(setting: string, { baseUrl }: { baseUrl: string }, { settings, fetch }: Access) {
  const [{ createOpenAICompatible }] = await loadPackages(setting, '@ai-sdk/openai-compatible')
  return createOpenAICompatible({
    name: 'compatible',
    baseURL: baseUrl,
    apiKey: settings.AI_API_KEY,
    fetch,
    includeUsage: true,
  })
}
