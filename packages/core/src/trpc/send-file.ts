import { noticeAnswer, writeUrl } from '#/auth/page-fetch.ts'
import { formWithFile } from '#/storage/form-with-file.ts'
import { OfflineError, type WireError } from '#/lib/wire-error.ts'

type Answer<Output> = {
  result?: { data?: { json?: Output } }
  error?: { json?: { data?: { app?: WireError; httpStatus?: number } } }
}

/**
 * Sends a file to a procedure that takes one, with progress from 0 to 1, which `fetch` and therefore the tRPC
 * client lack. Returns its output, which must be plain JSON. Rejects with an error that `failureOf` can read,
 * also when aborted. Browser only.
 */
export function sendFile<Output>(
  procedure: string,
  file: File,
  { onProgress, signal }: { onProgress: (share: number) => void; signal: AbortSignal },
): Promise<Output> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress(total > 0 ? loaded / total : 0),
    )
    request.addEventListener('error', () => reject(new OfflineError('The server could not be reached')))
    request.addEventListener('abort', () => reject(new DOMException('The upload was canceled', 'AbortError')))
    request.addEventListener('load', () => {
      if (noticeAnswer(request.status, request.responseText)) return
      const answer = readAnswer<Output>(request.responseText)
      const output = answer.result?.data?.json
      if (output === undefined)
        reject(Object.assign(new Error('The upload was refused'), { data: answer.error?.json?.data }))
      else resolve(output)
    })
    request.open('POST', writeUrl(`/api/trpc/${procedure}`))
    request.send(formWithFile(file))
  })
}

function readAnswer<Output>(text: string): Answer<Output> {
  try {
    return JSON.parse(text) as Answer<Output>
  } catch {
    return {}
  }
}
