import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { dismissToast } from '#/components/dismiss-toasts.ts'
import { showToast } from '#/components/toast.ts'
import { type TranslationKey, useTranslate } from '@plinth/core/texts'
import { sendFile, sizeProblem, useTRPC } from '@plinth/core/client'
import { type WireError, failureOf } from '@plinth/core/page'
import { createId } from '@plinth/core/schema'
import { documentPages, isUnderWay } from './document-pages.ts'
import { formatOfName, maxBytesOf } from '../documents-limits.ts'

export type Upload = {
  key: string
  name: string
  /** 0 to 1. */
  share: number
  /** The error; undefined while uploading. */
  failure?: WireError
}

type Known = Upload & { file: File }

const LIST_TRIES = 5
const LIST_PAUSE_MS = 1_500

/**
 * The upload queue, one file at a time. A finished upload moves to the list of documents. Leaving the page
 * aborts uploads.
 */
export function useUploadQueue() {
  const queries = useQueryClient()
  const trpc = useTRPC()
  const [uploads, setUploads] = useState<readonly Known[]>([])
  const last = useRef(Promise.resolve())
  const running = useRef(new Map<string, AbortController>())
  const gone = useRef(false)
  const t = useTranslate()
  const watchIndexing = useIndexingToasts()
  useEffect(() => {
    gone.current = false
    const controllers = running.current
    return () => {
      gone.current = true
      for (const controller of controllers.values()) controller.abort()
    }
  }, [])

  const change = (key: string, part: Partial<Upload>) =>
    setUploads((all) => all.map((one) => (one.key === key ? { ...one, ...part } : one)))
  const forget = (key: string) => {
    running.current.get(key)?.abort()
    setUploads((all) => all.filter((one) => one.key !== key))
  }

  /**
   * Refetches the list until it has the document, because a fetch may fail and the upload must not vanish.
   */
  async function untilListed(id: string): Promise<void> {
    const { queryKey } = documentPages(trpc)
    const isListed = () =>
      queries.getQueryData(queryKey)?.pages.some(({ items }) => items.some((item) => item.id === id))
    for (let asked = 0; asked < LIST_TRIES && !gone.current; asked += 1) {
      if (asked > 0) await new Promise((resolve) => setTimeout(resolve, LIST_PAUSE_MS))
      await queries.invalidateQueries(trpc.documents.list.pathFilter())
      if (isListed()) return
    }
  }

  async function send({ key, file }: Known): Promise<void> {
    const controller = running.current.get(key)
    if (!controller || controller.signal.aborted || gone.current) return
    const toast = { id: `upload-${key}` }
    void say('loading', t('documents:upload.progress', { name: file.name }), toast)
    try {
      const { id } = await sendFile<{ id: string }>('documents.upload', file, {
        onProgress: (share) => change(key, { share }),
        signal: controller.signal,
      })
      watchIndexing({ documentId: id, toast })
      void say('loading', t('documents:upload.indexing', { name: file.name }), toast)
      await untilListed(id)
      forget(key)
    } catch (error) {
      if (controller.signal.aborted) return dismissToast(toast.id)
      const failure = failureOf(error)
      change(key, { failure })
      const text = t(failure.code as TranslationKey, failure.params)
      void say('error', `${file.name}: ${text}`, toast)
    }
  }

  function enqueue(one: Known) {
    running.current.set(one.key, new AbortController())
    last.current = last.current.then(() => send(one))
  }
  function add(files: readonly File[]) {
    for (const file of files) {
      const failure = sizeProblem(file, maxBytesOf(formatOfName(file.name)))
      const one = { key: createId(), name: file.name, share: 0, file, ...(failure ? { failure } : {}) }
      setUploads((all) => [...all, one])
      if (!failure) enqueue(one)
    }
  }
  function retry(key: string) {
    const one = uploads.find((upload) => upload.key === key)
    if (!one) return
    change(key, { failure: undefined, share: 0 })
    enqueue(one)
  }
  return { uploads: uploads as readonly Upload[], add, retry, forget }
}

/** A toast, unless the list is on screen, whose row says the same. */
const say: typeof showToast = async (kind, text, toast) =>
  document.querySelector('[data-documents]')
    ? dismissToast((toast as { id: string }).id)
    : showToast(kind, text, toast)

type Watched = { documentId: string; toast: { id: string }; isSeen?: boolean }

/** Keeps an upload's toast open until its document is indexed or deleted, or the user leaves the page. */
function useIndexingToasts(): (upload: Watched) => void {
  const t = useTranslate()
  const { data } = useInfiniteQuery(documentPages(useTRPC()))
  const watched = useRef<readonly Watched[]>([])
  useEffect(() => {
    const documents = data?.pages.flatMap((page) => page.items) ?? []
    watched.current = watched.current.filter((one) => {
      const { documentId, toast, isSeen } = one
      const document = documents.find(({ id }) => id === documentId)
      if (!document && isSeen) void dismissToast(toast.id)
      if (!document) return !isSeen
      one.isSeen = true
      if (isUnderWay(document)) return true
      const isReady = document.status === 'ready'
      const text = t(isReady ? 'documents:upload.ready' : 'documents:upload.failed', { name: document.name })
      void say(isReady ? 'success' : 'error', text, toast)
      return false
    })
  }, [data, t])
  useEffect(
    () => () => {
      for (const { toast } of watched.current) void dismissToast(toast.id)
    },
    [],
  )
  return (upload) => {
    watched.current = [...watched.current, upload]
  }
}
