import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
} from '@ai-sdk/provider'
import { AppError } from '#/lib/app-error.ts'

const unknownUsage: LanguageModelV4Usage = {
  inputTokens: { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: undefined, text: undefined, reasoning: undefined },
}

type ReadFailure = (error: unknown, hasBegun: boolean) => AppError
type Part = LanguageModelV4StreamPart

/**
 * Wraps a model so that its failures are mapped by `readFailure`: thrown before the response starts, sent as
 * an `error` part and a final `finish` part afterwards. A response that breaks off counts as a failure, and
 * so does a streamed one to a user's message with neither text nor a tool call (`ai:errors.empty`). Aborts by
 * the caller's signal pass through unchanged.
 */
export function guardModel(model: LanguageModelV4, readFailure: ReadFailure): LanguageModelV4 {
  return {
    specificationVersion: 'v4',
    provider: model.provider,
    modelId: model.modelId,
    supportedUrls: model.supportedUrls,
    async doGenerate(options) {
      try {
        return await model.doGenerate(options)
      } catch (error) {
        throw options.abortSignal?.aborted ? error : readFailure(error, false)
      }
    },
    async doStream(options) {
      try {
        const { stream } = await model.doStream(options)
        return { stream: guardStream(stream, { readFailure, options }) }
      } catch (error) {
        throw options.abortSignal?.aborted ? error : readFailure(error, false)
      }
    },
  }
}

function guardStream(
  stream: ReadableStream<Part>,
  { readFailure, options }: { readFailure: ReadFailure; options: LanguageModelV4CallOptions },
) {
  const signal = options.abortSignal
  // After the results of tools nothing more may need to be said.
  let saysSomething = options.prompt.at(-1)?.role !== 'user'
  const reader = stream.getReader()
  return new ReadableStream<Part>({
    async pull(controller) {
      const fail = (cause: unknown) => {
        controller.enqueue({ type: 'error', error: readFailure(cause, true) })
        controller.enqueue({
          type: 'finish',
          finishReason: { unified: 'error', raw: undefined },
          usage: unknownUsage,
        })
        controller.close()
        reader.cancel().catch(() => {})
      }
      try {
        const { done, value } = await reader.read()
        if (done) return controller.close()
        if (value.type === 'error') return fail(value.error)
        if (value.type === 'finish' && value.finishReason.unified === 'interrupted')
          return fail(new TypeError('interrupted'))
        saysSomething ||=
          value.type === 'tool-call' || (value.type === 'text-delta' && /\S/.test(value.delta))
        if (value.type === 'finish' && !saysSomething)
          return fail(new AppError('unavailable', 'ai:errors.empty'))
        controller.enqueue(value)
      } catch (error) {
        if (signal?.aborted) controller.error(error)
        else fail(error)
      }
    },
    cancel: (reason) => reader.cancel(reason),
  })
}
