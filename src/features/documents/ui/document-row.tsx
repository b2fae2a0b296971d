import { useId } from 'react'
import { RefreshCw, Trash2 } from 'lucide-react'
import { TimeAgo } from '#/components/time-ago.tsx'
import { showFailure } from '#/components/toast.ts'
import { RowMenu } from '#/components/data-table/row-menu.tsx'
import { Spinner } from '#/components/ui/spinner.tsx'
import { useConfirm } from '#/components/dialog/use-confirm.tsx'
import { useMay } from '@plinth/core/access'
import { type TranslationKey, useI18n, useTranslate } from '@plinth/core/texts'
import { formatSize } from '#/lib/format-size.ts'
import { FileTile } from './file-tile.tsx'
import { isUnderWay, type ListedDocument } from './document-pages.ts'
import { unreadKinds } from '../documents-unread.ts'
import { documentsAccess } from '../documents.access.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTRPC } from '@plinth/core/client'

type DocumentRowProps = { document: ListedDocument; onOpen: () => void }

/** A document with its progress or error. It can be opened once it is indexed. */
export function DocumentRow({ document, onOpen }: DocumentRowProps) {
  const { t, language } = useI18n()
  const { name, status, error, pages, sizeBytes, createdBy, createdAt } = document
  const isReady = status === 'ready'
  const nameId = useId()
  return (
    <li className="flex items-center gap-3 px-4 py-2.5">
      <FileTile name={name} />
      <div className="grid min-w-0 flex-1">
        {isReady ? (
          <button
            type="button"
            id={nameId}
            onClick={onOpen}
            className="cursor-pointer justify-self-start rounded-sm text-left font-medium wrap-anywhere hover:underline"
          >
            <bdi>{name}</bdi>
          </button>
        ) : (
          <p id={nameId} className="font-medium wrap-anywhere">
            <bdi>{name}</bdi>
          </p>
        )}
        {error ? (
          <p className="text-sm text-destructive-text">
            <span className="sr-only">{t(`documents:status.${status}`)}</span> {t(error as TranslationKey)}
          </p>
        ) : (
          <p className="flex min-w-0 items-center gap-1.5 text-xs whitespace-nowrap text-muted-foreground tabular-nums">
            {isUnderWay(document) ? <Spinner className="size-3" /> : null}
            <span className={isReady ? 'sr-only' : undefined}>{t(`documents:status.${status}`)}</span>
            <span className="truncate">
              {isReady && pages !== null ? `${t('documents:row.pages', { count: pages })} · ` : null}
              {formatSize(sizeBytes, language)}
              {' · '}
              <TimeAgo at={createdAt} language={language} />
              {createdBy ? ` · ${createdBy.name}` : null}
            </span>
          </p>
        )}
        {isReady ? <UnreadNotice unread={document.unread} /> : null}
        {isReady && document.lacksVectors ? (
          <p className="text-xs text-muted-foreground">{t('documents:row.lacksVectors')}</p>
        ) : null}
      </div>
      <DocumentMenu of={nameId} document={document} />
    </li>
  )
}

/** Tells what can't be found or cited, because it was not read. */
function UnreadNotice({ unread }: Pick<ListedDocument, 'unread'>) {
  const { t, language } = useI18n()
  const parts = unreadKinds.flatMap((kind) => {
    const count = unread[kind]
    return count ? [t(`documents:unread.${kind}`, { count })] : []
  })
  if (parts.length === 0) return null
  const list = new Intl.ListFormat(language).format(parts)
  return <p className="text-xs text-muted-foreground">{t('documents:unread.notice', { list })}</p>
}

/** The menu of the actions that the user may perform. */
function DocumentMenu({ of, document }: { of: string; document: ListedDocument }) {
  const t = useTranslate()
  const { id, name } = document
  const object = { createdById: document.createdBy?.id ?? null }
  const mayReindex = useMay(documentsAccess.reindex, object)
  const mayDelete = useMay(documentsAccess.delete, object)
  const { reindex, remove } = useDocumentActs(id)
  const { ask, dialog } = useConfirm()
  const askDelete = () =>
    ask({
      title: t('documents:delete.question', { name }),
      text: t('documents:delete.consequence'),
      confirmLabel: t('documents:delete.submit'),
      pendingLabel: t('documents:delete.pending'),
      onConfirm: remove,
    })
  const entries = [
    ...(mayReindex
      ? [{ key: 'reindex', label: t('documents:row.reindex'), Icon: RefreshCw, onSelect: reindex }]
      : []),
    ...(mayDelete
      ? [
          {
            key: 'delete',
            label: t('documents:row.delete'),
            Icon: Trash2,
            isDangerous: true,
            onSelect: askDelete,
          },
        ]
      : []),
  ]
  if (entries.length === 0) return null
  return (
    <>
      <RowMenu of={of} groups={[{ key: 'actions', entries }]} className="-mr-2" />
      {dialog}
    </>
  )
}

/** Reindexes and deletes a document. Shows errors as toasts. `remove` resolves to whether it was deleted. */
function useDocumentActs(id: string) {
  const t = useTranslate()
  const trpc = useTRPC()
  const queries = useQueryClient()
  const refresh = () => queries.invalidateQueries(trpc.documents.pathFilter())
  const onError = (error: unknown) => {
    void showFailure(error, t)
  }
  const again = useMutation(trpc.documents.reindex.mutationOptions({ onSuccess: refresh, onError }))
  const remove = useMutation(trpc.documents.delete.mutationOptions({ onSuccess: refresh, onError }))
  return {
    reindex: () => again.mutate({ id }),
    remove: () =>
      remove.mutateAsync({ id }).then(
        () => true,
        () => false,
      ),
  }
}
