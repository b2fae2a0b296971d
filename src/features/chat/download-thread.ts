import { fetchAnswer } from './fetch-answer.ts'

export type ThreadFormat = 'markdown' | 'json'

/**
 * Fetches a thread as a file and gives it to the browser to be kept, under the name that the server says.
 * Throws what `failureOf` reads.
 */
export async function downloadThread(threadId: string, format: ThreadFormat): Promise<void> {
  const response = await fetchAnswer(`/api/chat/${encodeURIComponent(threadId)}/export?format=${format}`)
  const address = URL.createObjectURL(await response.blob())
  const link = document.createElement('a')
  link.href = address
  link.download = nameIn(response.headers.get('content-disposition') ?? '')
  link.click()
  URL.revokeObjectURL(address)
}

function nameIn(header: string): string {
  const [, encoded = ''] = /filename\*=UTF-8''([^;\s]+)/.exec(header) ?? []
  return decodeURIComponent(encoded)
}
