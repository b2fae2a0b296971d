import { Ellipsis, FileText, RefreshCw, Trash2 } from 'lucide-react'
import { showToast } from '#/components/toast.ts'
import { Badge, type BadgeVariant } from '#/components/ui/badge.tsx'
import { buttonVariants } from '#/components/ui/button.tsx'
import { MenuButton } from '#/components/menu-button.tsx'
import { Spinner } from '#/components/ui/spinner.tsx'
import { useConfirm } from '#/components/use-confirm.tsx'
import { useMay } from '#/core/access/react.tsx'
import type { TranslationKey } from '#/core/i18n/keys.ts'
import { useI18n, useTranslate } from '#/core/i18n/react.tsx'
import { formatSize } from '#/lib/format-size.ts'
import { isUnderWay, type ListedDocument } from './document-pages.ts'
import { documentsAccess } from '../documents.access.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { failureOf } from '#/core/trpc/failure.ts'
import { useTRPC } from '#/core/trpc/react.tsx'

const variants: Record<ListedDocument['status'], BadgeVariant> = {
  queued: 'secondary',
  parsing: 'info',
  indexing: 'info',
  ready: 'success',
  failed: 'destructive',
}

type DocumentRowProps = { document: ListedDocument; onOpen: () => void }

/** A document, which opens once it is parsed, with its progress or error. */
export function DocumentRow({ document, onOpen }: DocumentRowProps) {
  const { t, language } = useI18n()
  const { name, status, error, pages, sizeBytes } = document
  const isReady = status === 'ready'
  return (
    <li className="grid gap-1.5 rounded-lg border border-border bg-card p-3">
      <div className="flex items-start gap-2">
        <FileText className="mt-0.5 size-4 shrink-0 text-muted-foreground" aria-hidden="true" />
        {isReady ? (
          <button
            type="button"
            onClick={onOpen}
            className="min-w-0 flex-1 cursor-pointer rounded-sm text-left font-medium wrap-anywhere hover:underline"
          >
            {name}
          </button>
        ) : (
          <p className="min-w-0 flex-1 font-medium wrap-anywhere">{name}</p>
        )}
        <DocumentMenu document={document} />
      </div>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 pl-6 text-sm text-muted-foreground">
        {isUnderWay(document) ? <Spinner className="size-3.5" /> : null}
        <Badge variant={variants[status]}>{t(`documents:status.${status}`)}</Badge>
        {isReady && pages !== null ? <span>{t('documents:row.pages', { count: pages })}</span> : null}
        <span>{formatSize(sizeBytes, language)}</span>
      </div>
      {error ? <p className="pl-6 text-sm text-destructive-text">{t(error as TranslationKey)}</p> : null}
    </li>
  )
}

/** The actions that the user may do. */
function DocumentMenu({ document }: { document: ListedDocument }) {
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
      <MenuButton
        aria-label={t('documents:row.menu', { name })}
        menuLabel={t('documents:row.menu', { name })}
        groups={[{ key: 'acts', entries }]}
        align="end"
        onUnavailable={() => void showToast('error', t('errors:offline'))}
        className={buttonVariants({ variant: 'ghost', size: 'icon', className: '-my-1.5 -mr-1.5 shrink-0' })}
      >
        <Ellipsis className="size-4" aria-hidden="true" />
      </MenuButton>
      {dialog}
    </>
  )
}

/** Reindexes and deletes a document. Errors are shown as toasts. `remove` returns whether it is deleted. */
function useDocumentActs(id: string) {
  const t = useTranslate()
  const trpc = useTRPC()
  const queries = useQueryClient()
  const refresh = () => queries.invalidateQueries(trpc.documents.pathFilter())
  const onError = (error: unknown) => {
    const { code, params } = failureOf(error)
    void showToast('error', t(code as TranslationKey, params))
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
