import { isNotFound, isRedirect, type NotFoundError } from '@tanstack/react-router'
import { Component, createContext, Suspense, use, type ComponentType, type ReactNode } from 'react'
import { type Failure, failureOf } from '@plinth/core/page'
import { LoadFailure } from './load-failure.tsx'

/** What is shown instead of a part that failed. */
export type Failed = (failure: Failure, retry: () => void) => ReactNode

/** What a retry does first: where there are queries, they forget their errors. */
export const BeforeRetry = createContext(() => {})

type PartProps = {
  children: ReactNode
  /** By default the reason and a retry. `() => null`: the part is absent. */
  failed?: Failed
  /** Shown while the part loads. */
  pending?: ReactNode
  /** Called before it is tried again. */
  onReset?: () => void
}

const inPlace: Failed = (failure, onRetry) => <LoadFailure failure={failure} onRetry={onRetry} />
export const isAbsent: Failed = () => null

/**
 * A part that the rest of the page does not depend on. If it throws, that is said in its place, on the server
 * too, where it is logged, and where the browser then tries again.
 */
export function Part({ children, failed = inPlace, pending = null, onReset }: PartProps) {
  return (
    <Boundary failed={failed} onReset={onReset} onRetry={use(BeforeRetry)}>
      <Suspense fallback={import.meta.env.SSR ? <FailedOnServer failed={failed} /> : pending}>
        {children}
      </Suspense>
    </Boundary>
  )
}

/** Wraps a component that a feature brings to a page of the application. */
export function asPart<Props extends object>(
  Shown: ComponentType<Props>,
  failed?: Failed,
): ComponentType<Props> {
  return function ShownAsPart(props) {
    return (
      <Part failed={failed}>
        <Shown {...props} />
      </Part>
    )
  }
}

/** The server renders no part later, so what it renders instead of one is its failure. */
function FailedOnServer({ failed }: { failed: Failed }) {
  const failure = failureOf(undefined)
  return <div data-failed-part="">{failed(failure, () => {})}</div>
}

/** How the HTML of a page marks a failed part (src/shell/document/render-page.server.tsx). */
export const FAILED_PART = 'data-failed-part=""'

type BoundaryProps = Required<Pick<PartProps, 'failed' | 'children'>> & {
  onReset: PartProps['onReset']
  onRetry: () => void
}

const RETRIED = 'parts-retried'

/**
 * Redirects and missing items are for the router. A retry of one part retries all: often it is one cause.
 * Back online, what failed is tried again.
 */
class Boundary extends Component<BoundaryProps, { error?: unknown }> {
  override state: { error?: unknown } = {}

  static getDerivedStateFromError(error: unknown) {
    return { error: error ?? new Error('Nothing was thrown') }
  }

  override componentDidMount() {
    addEventListener(RETRIED, this.reset)
    addEventListener('online', this.retryOnline)
  }

  override componentWillUnmount() {
    removeEventListener(RETRIED, this.reset)
    removeEventListener('online', this.retryOnline)
  }

  reset = () => {
    if (this.state.error === undefined) return
    this.props.onReset?.()
    this.setState({ error: undefined })
  }

  retry = () => {
    this.props.onRetry()
    dispatchEvent(new Event(RETRIED))
  }

  retryOnline = () => {
    if (this.state.error !== undefined) this.retry()
  }

  override render() {
    const { error } = this.state
    const { children, failed } = this.props
    if (error === undefined) return children
    if (isNotFound(error) || isRedirect(error)) throw error as NotFoundError
    return failed(failureOf(error), this.retry)
  }
}
