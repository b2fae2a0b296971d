import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { failureOf } from '#/core/trpc/failure.ts'
import { useTRPC } from '#/core/trpc/react.tsx'
import { createId } from '#/lib/create-id.ts'
import { DOCUMENT_MAX_BYTES } from './documents-limits.ts'
import { sendDocument } from './send-document.ts'

export type Upload = {
  key: string
  name: string
  /** 0 to 1. */
  share: number
  /** Why it was not taken; undefined while it is on its way. */
  failure?: ReturnType<typeof failureOf>
}

type Known = Upload & { file: File }

const tooLarge = { code: 'documents:errors.tooLarge', params: { maxMegabytes: DOCUMENT_MAX_BYTES / 1024 / 1024 } }
const empty = { code: 'documents:errors.empty', params: {} }

/** Files on their way to the server, one after the other; a taken one leaves this list and stands in that of the documents. Leaving the page gives them up. */
export function useUploads() {
  const queries = useQueryClient()
  const trpc = useTRPC()
  const [uploads, setUploads] = useState<readonly Known[]>([])
  const line = useRef(Promise.resolve())
  const running = useRef(new Map<string, AbortController>())
  const gone = useRef(false)
  useEffect(() => {
    gone.current = false
    const controllers = running.current
    return () => {
      gone.current = true
      for (const controller of controllers.values()) controller.abort()
    }
  }, [])

  const change = (key: string, part: Partial<Upload>) => setUploads((all) => all.map((one) => (one.key === key ? { ...one, ...part } : one)))
  const forget = (key: string) => {
    running.current.get(key)?.abort()
    setUploads((all) => all.filter((one) => one.key !== key))
  }

  async function send({ key, file }: Known): Promise<void> {
    const controller = running.current.get(key)
    if (!controller || controller.signal.aborted || gone.current) return
    try {
      await sendDocument(file, { onProgress: (share) => change(key, { share }), signal: controller.signal })
      await queries.invalidateQueries(trpc.documents.list.pathFilter())
      forget(key)
    } catch (error) {
      if (!controller.signal.aborted) change(key, { failure: failureOf(error) })
    }
  }

  function queue(one: Known) {
    running.current.set(one.key, new AbortController())
    line.current = line.current.then(() => send(one))
  }
  function add(files: readonly File[]) {
    for (const file of files) {
      const failure = file.size > DOCUMENT_MAX_BYTES ? tooLarge : file.size === 0 ? empty : undefined
      const one = { key: createId(), name: file.name, share: 0, file, ...(failure ? { failure } : {}) }
      setUploads((all) => [...all, one])
      if (!failure) queue(one)
    }
  }
  function retry(key: string) {
    const one = uploads.find((upload) => upload.key === key)
    if (!one) return
    change(key, { failure: undefined, share: 0 })
    queue(one)
  }
  return { uploads: uploads as readonly Upload[], add, retry, forget }
}
