import { useMutation, useQueryClient } from '@tanstack/react-query'
import { showFailure, showToast } from '#/components/toast.ts'
import { useTranslate } from '@plinth/core/texts'
import { useTRPC } from '@plinth/core/client'
import { chatFetch } from '../conversation/chat-fetch.ts'

type ThreadFormat = 'markdown' | 'json'

/** Deletes a thread, with undo in the toast. `onGone` is called afterwards. */
export function useDeleteThread(id: string, onGone: () => void): () => void {
  const t = useTranslate()
  const trpc = useTRPC()
  const queries = useQueryClient()
  const refresh = () => queries.invalidateQueries(trpc.chats.list.pathFilter())
  const onError = (error: unknown) => {
    void showFailure(error, t)
  }
  const restore = useMutation(
    trpc.chats.restore.mutationOptions({
      onSuccess: async () => {
        void showToast('success', t('chat:threads.restored'))
        await refresh()
      },
      onError,
    }),
  )
  const { mutate } = useMutation(
    trpc.chats.delete.mutationOptions({
      onSuccess: async () => {
        void showToast('success', t('chat:threads.deleted'), {
          label: t('chat:threads.undo'),
          run: () => restore.mutate({ id }),
        })
        onGone()
        await refresh()
      },
      onError,
    }),
  )
  return () => mutate({ id })
}

/** Downloads a thread as a file. An error is shown as a toast. */
export function useExportThread(id: string): (format: ThreadFormat) => void {
  const t = useTranslate()
  return (format) =>
    void downloadThread(id, format).catch((error: unknown) => {
      void showFailure(error, t)
    })
}

/** Downloads a thread under the file name in the response header. Throws what `failureOf` reads. */
async function downloadThread(threadId: string, format: ThreadFormat): Promise<void> {
  const response = await chatFetch(`/api/chat/${encodeURIComponent(threadId)}/export?format=${format}`)
  const address = URL.createObjectURL(await response.blob())
  const link = document.createElement('a')
  link.href = address
  link.download = nameIn(response.headers.get('content-disposition') ?? '')
  link.click()
  URL.revokeObjectURL(address)
}

function nameIn(header: string): string {
  const [, encoded] = /filename\*=UTF-8''([^;\s]+)/.exec(header) ?? []
  const [, plain = ''] = /filename="([^"]*)"/.exec(header) ?? []
  return encoded === undefined ? plain : decodeURIComponent(encoded)
}
