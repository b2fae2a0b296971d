import { noticeAnswer, writeUrl } from '#/core/auth/page-fetch.ts'
import type { WireError } from '#/lib/wire-error.ts'

const URL = '/api/trpc/documents.upload'

type Answer = {
  result?: { data?: { json?: { id?: string } } }
  error?: { json?: { data?: { app?: WireError; httpStatus?: number } } }
}

/**
 * Uploads a file to `documents.upload` with progress from 0 to 1, which `fetch` and therefore the tRPC client
 * lack. Rejects with an error that `failureOf` can read, also when aborted. Browser only.
 */
export function sendDocument(
  file: File,
  { onProgress, signal }: { onProgress: (share: number) => void; signal: AbortSignal },
): Promise<{ id: string }> {
  const form = new FormData()
  form.set('file', file)
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress(total > 0 ? loaded / total : 0),
    )
    request.addEventListener('error', () => reject(new TypeError('The server could not be reached')))
    request.addEventListener('abort', () => reject(new DOMException('The upload was canceled', 'AbortError')))
    request.addEventListener('load', () => {
      if (noticeAnswer(request.status, request.responseText)) return
      const answer = readAnswer(request.responseText)
      const id = answer.result?.data?.json?.id
      if (id === undefined)
        reject(Object.assign(new Error('The upload was refused'), { data: answer.error?.json?.data }))
      else resolve({ id })
    })
    request.open('POST', writeUrl(URL))
    request.send(form)
  })
}

function readAnswer(text: string): Answer {
  try {
    return JSON.parse(text) as Answer
  } catch {
    return {}
  }
}
