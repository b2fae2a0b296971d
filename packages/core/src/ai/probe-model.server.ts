import { providerAddresses } from './provider-models.server.ts'
import {
  chooseModel,
  parseModelName,
  providerKeys,
  type ModelName,
  type ModelSettings,
} from './model-settings.ts'

const PROBE_MS = 5_000

/** `status` is the HTTP status of the provider's response; undefined if it can't be reached. */
export type ModelProbe = { model: string; host: string; status: number | undefined }

/**
 * Requests the list of models of the configured provider, which is free and requires the key. Returns
 * undefined when no language model is configured.
 */
export async function probeModel(settings: ModelSettings): Promise<ModelProbe | undefined> {
  const name = chooseModel(settings)
  return name && probe(name, settings)
}

/** The same for the embedding model. */
export async function probeEmbeddingModel(settings: ModelSettings): Promise<ModelProbe | undefined> {
  const name = parseModelName(settings.AI_EMBEDDING_MODEL ?? '')
  return name && probe(name, settings)
}

async function probe(name: ModelName, settings: ModelSettings): Promise<ModelProbe> {
  const address = name.provider === 'compatible' ? name.baseUrl : providerAddresses[name.provider]
  const asked = fetch(`${address}/models`, {
    headers: keyHeaders(name, settings),
    redirect: 'error',
    signal: AbortSignal.timeout(PROBE_MS),
  })
  const status = await asked.then(
    async (response) => {
      await response.body?.cancel()
      return response.status
    },
    () => undefined,
  )
  return { model: `${name.provider}:${name.model}`, host: new URL(address).host, status }
}

function keyHeaders({ provider }: ModelName, settings: ModelSettings): Record<string, string> {
  const key = settings[provider === 'compatible' ? 'AI_API_KEY' : providerKeys[provider].setting]
  if (key === undefined) return {}
  switch (provider) {
    case 'anthropic':
      return { 'x-api-key': key, 'anthropic-version': '2023-06-01' }
    case 'google':
      return { 'x-goog-api-key': key }
    case 'openai':
    case 'compatible':
      return { authorization: `Bearer ${key}` }
  }
}
