import {
  createElement,
  lazy,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type ComponentType,
  type ReactNode,
} from 'react'
import type { Failure } from '#/lib/wire-error.ts'
import { useFormTexts } from '../form/form-texts.tsx'
import { LoadFailure } from './load-failure.tsx'
import { Button } from '../ui/button.tsx'
import { Part } from './part.tsx'

export type Preloadable<Props> = ComponentType<Props> & { preload?: () => Promise<void> }
type Loaded<Props> = { default: ComponentType<Props> }
type LazyOptions<Props> = {
  /** Shown while the code loads. */
  pending?: (props: Props) => ReactNode
  /** Shown instead of a failure: the part works without its code. */
  failed?: (props: Props) => ReactNode
}
type Closable = { isOpen?: boolean; onOpenChange?: (open: boolean) => void; onClose?: () => void }

/**
 * A component whose code loads when it is first shown. If that fails, or the component throws, it says so
 * in its place; for a dialog, which has `onOpenChange` or `onClose`, that is a dialog. A retry, and
 * opening it again, load the code again. The linter allows no other use of React's `lazy`, which keeps a
 * failure for good.
 *
 * `preload` loads the code; then the component renders at once, on the server too.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<Loaded<Props>>,
  { pending, failed }: LazyOptions<Props> = {},
): Preloadable<Props> {
  let ready: ComponentType<Props> | undefined
  let isFailed = false
  const begin = () =>
    lazy(async () => {
      isFailed = false
      try {
        return await load()
      } catch (error) {
        isFailed = true
        throw error
      }
    })
  let latest = begin()
  const current = () => (isFailed ? (latest = begin()) : latest)

  function LazyPart(props: Props) {
    const [Shown, setShown] = useState(() => ready ?? current())
    return (
      <Part
        pending={pending?.(props)}
        failed={(failure, reset) => {
          const retry = () => {
            setShown(current)
            reset()
          }
          return failed ? failed(props) : failureOfPart(props, failure, retry)
        }}
      >
        {createElement(Shown as ComponentType<Props>, props)}
      </Part>
    )
  }
  return Object.assign(LazyPart, {
    preload: async () => {
      ready ??= (await load()).default
    },
  })
}

function failureOfPart(props: Closable, failure: Failure, retry: () => void): ReactNode {
  const { isOpen = true, onOpenChange, onClose } = props
  const close = onClose ?? (onOpenChange && (() => onOpenChange(false)))
  return close ? (
    <FailedDialog failure={failure} isOpen={isOpen} onClose={close} onRetry={retry} />
  ) : (
    <LoadFailure failure={failure} onRetry={retry} />
  )
}

type FailedDialogProps = { failure: Failure; isOpen: boolean; onClose: () => void; onRetry: () => void }

/** In place of a dialog that failed. The browser's own, whose code can't be missing too. */
function FailedDialog({ failure, isOpen, onClose, onRetry }: FailedDialogProps) {
  const translate = useFormTexts()
  const dialog = useRef<HTMLDialogElement>(null)
  const wasOpen = useRef(isOpen)
  const reopen = useEffectEvent(onRetry)
  useEffect(() => {
    if (isOpen && !wasOpen.current) reopen()
    wasOpen.current = isOpen
    if (isOpen) dialog.current?.showModal()
    else dialog.current?.close()
  }, [isOpen])
  return (
    <dialog
      ref={dialog}
      aria-label={translate('app:error.title')}
      className="m-auto w-[min(28rem,calc(100vw-2rem))] rounded-xl border border-border bg-popover p-5 text-popover-foreground shadow-lg backdrop:bg-black/40"
      onCancel={onClose}
    >
      <LoadFailure failure={failure} onRetry={onRetry}>
        <Button variant="ghost" size="sm" onClick={onClose}>
          {translate('app:dialog.close')}
        </Button>
      </LoadFailure>
    </dialog>
  )
}
