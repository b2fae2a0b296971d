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
import type { Failure } from '@plinth/core/page'
import { useFormTexts } from '../form/form-texts.tsx'
import { LoadFailure } from './load-failure.tsx'
import { showToast } from '../toast.ts'
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
 * in its place; a dialog, which has `onOpenChange` or `onClose`, closes, and a toast says so. A retry,
 * opening it again and being back online load the code again. The linter allows no other use of React's
 * `lazy`, which keeps a failure for good.
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
        failed={(failure, retry) => (failed ? failed(props) : failureOfPart(props, failure, retry))}
        // Above the boundary: React renders what failed once more before it shows the failure.
        onReset={() => setShown(current)}
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
  if (!close) return <LoadFailure failure={failure} onRetry={retry} />
  return <FailedToOpen failure={failure} isOpen={isOpen} onClose={close} onRetry={retry} />
}

type FailedToOpenProps = { failure: Failure; isOpen: boolean; onClose: () => void; onRetry: () => void }

/** In place of a dialog that failed: it is closed, and loads again when it is opened again. */
function FailedToOpen({ failure, isOpen, onClose, onRetry }: FailedToOpenProps) {
  const translate = useFormTexts()
  const isTold = useRef(false)
  const onOpen = useEffectEvent(() => {
    if (isTold.current) return onRetry()
    isTold.current = true
    const { code, params, requestId: id } = failure
    const more = id === undefined ? undefined : { reason: translate('app:error.requestId', { id }) }
    void showToast('error', translate(code, params), more)
    onClose()
  })
  useEffect(() => {
    if (isOpen) onOpen()
  }, [isOpen])
  return null
}
