import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { LoadFailure } from '#/components/part/load-failure.tsx'
import { MoreButton } from '#/components/more-button.tsx'
import { useMay } from '@plinth/core/access'
import { useTranslate } from '@plinth/core/texts'
import { useTRPC } from '@plinth/core/client'
import { failureOf } from '@plinth/core/page'
import { documentPages } from './document-pages.ts'
import { DocumentRow } from './document-row.tsx'
import { documentsAccess } from '../documents.access.ts'
import { UploadField } from './upload-field.tsx'
import { UploadRow } from './upload-row.tsx'
import type { useUploadQueue } from './use-upload-queue.ts'
import { rowMotion } from '#/components/row-motion.ts'

type DocumentsPanelProps = {
  /** Owned by the page, so that closing this list does not abort an upload. */
  queue: ReturnType<typeof useUploadQueue>
  /** Opens a document at its first page. */
  onOpen: (document: { documentId: string; name: string }) => void
}

/** The documents of the workspace: upload, status, reindex, delete. */
export function DocumentsPanel({ queue, onOpen }: DocumentsPanelProps) {
  const mayUpload = useMay(documentsAccess.upload)
  const { data } = useInfiniteQuery(documentPages(useTRPC()))
  const isEmpty = data?.pages.every(({ items }) => items.length === 0) ?? false
  return (
    <div data-documents className="grid grid-cols-[minmax(0,1fr)] content-start gap-4">
      {mayUpload ? <UploadField isLow={!isEmpty} onFiles={queue.add} /> : null}
      <DocumentList
        onOpen={onOpen}
        uploads={queue.uploads.map((upload) => (
          <UploadRow
            key={upload.key}
            upload={upload}
            onRetry={() => queue.retry(upload.key)}
            onForget={() => queue.forget(upload.key)}
          />
        ))}
      />
    </div>
  )
}

type DocumentListProps = { uploads: readonly ReactNode[]; onOpen: DocumentsPanelProps['onOpen'] }

function DocumentList({ uploads, onOpen }: DocumentListProps) {
  const t = useTranslate()
  const pages = useInfiniteQuery(documentPages(useTRPC()))
  const { data, error, refetch } = pages
  const items = data?.pages.flatMap((page) => page.items) ?? []
  return (
    <>
      {error ? <LoadFailure failure={failureOf(error)} onRetry={() => void refetch()} /> : null}
      {data && items.length === 0 && uploads.length === 0 ? (
        <p className="text-center text-muted-foreground">{t('documents:list.emptyText')}</p>
      ) : null}
      {items.length + uploads.length > 0 ? (
        <ul
          ref={rowMotion}
          aria-label={t('documents:list.title')}
          className="divide-y divide-border rounded-xl border border-border bg-card"
        >
          {uploads}
          {items.map((document) => (
            <DocumentRow
              key={document.id}
              document={document}
              onOpen={() => onOpen({ documentId: document.id, name: document.name })}
            />
          ))}
        </ul>
      ) : null}
      <MoreButton
        isWide
        pages={pages}
        label={t('documents:list.more')}
        pendingLabel={t('documents:list.loadingMore')}
      />
    </>
  )
}
