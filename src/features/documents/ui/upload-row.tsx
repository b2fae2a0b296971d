import { X } from 'lucide-react'
import { Button } from '#/components/ui/button.tsx'
import { type TranslationKey, useI18n } from '@plinth/core/texts'
import { FileTile } from './file-tile.tsx'
import type { Upload } from './use-upload-queue.ts'

type UploadRowProps = { upload: Upload; onRetry: () => void; onForget: () => void }

const retriable = [
  'errors:offline',
  'errors:unavailable',
  'errors:unexpected',
  'errors:tooManyUploads',
  'errors:storageFull',
]

/** A running upload with its progress or error. */
export function UploadRow({ upload, onRetry, onForget }: UploadRowProps) {
  const { t, language } = useI18n()
  const { name, share, failure } = upload
  const figure = new Intl.NumberFormat(language, { style: 'percent' }).format(share)
  return (
    <li className="flex items-center gap-3 px-4 py-2.5">
      <FileTile name={name} />
      <div className="grid min-w-0 flex-1 gap-1">
        <p className="font-medium wrap-anywhere">
          <bdi>{name}</bdi>
        </p>
        {failure ? (
          <div role="alert" className="grid justify-items-start gap-2 text-sm text-destructive-text">
            <p>{t(failure.code as TranslationKey, failure.params)}</p>
            {retriable.includes(failure.code) ? (
              <Button variant="outline" size="sm" onClick={onRetry}>
                {t('documents:upload.retry')}
              </Button>
            ) : null}
          </div>
        ) : (
          <div className="flex max-w-md items-center gap-3 text-xs text-muted-foreground">
            <progress
              aria-label={t('documents:upload.progress', { name })}
              max={1}
              value={share}
              className="h-1.5 min-w-0 flex-1 appearance-none overflow-hidden rounded-full bg-muted [&::-moz-progress-bar]:bg-brand [&::-webkit-progress-bar]:bg-muted [&::-webkit-progress-value]:bg-brand"
            />
            <span className="tabular-nums">{share < 1 ? figure : t('documents:upload.processing')}</span>
          </div>
        )}
      </div>
      <Button
        variant="ghost"
        size="icon"
        className="-mr-2 shrink-0 text-muted-foreground"
        aria-label={
          failure ? t('documents:upload.dismiss', { name }) : t('documents:upload.cancel', { name })
        }
        onClick={onForget}
      >
        <X className="size-4" aria-hidden="true" />
      </Button>
    </li>
  )
}
