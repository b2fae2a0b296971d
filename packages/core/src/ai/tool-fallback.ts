import {
  APICallError,
  type LanguageModelV4CallOptions,
  type LanguageModelV4Middleware,
} from '@ai-sdk/provider'

/**
 * Calls a model that takes no tools again without them, and from then on without them. `onRefusal` is called
 * once.
 */
export function createToolFallback(onRefusal: () => void): LanguageModelV4Middleware {
  let takesTools = true
  async function call<T>(
    params: LanguageModelV4CallOptions,
    {
      first,
      again,
    }: { first: () => PromiseLike<T>; again: (params: LanguageModelV4CallOptions) => PromiseLike<T> },
  ): Promise<T> {
    if (!params.tools?.length) return first()
    try {
      if (takesTools) return await first()
    } catch (error) {
      if (!isAboutTools(error)) throw error
    }
    const answer = await again({ ...params, tools: undefined, toolChoice: undefined })
    if (takesTools) onRefusal()
    takesTools = false
    return answer
  }
  return {
    specificationVersion: 'v4',
    wrapGenerate: ({ doGenerate, model, params }) =>
      call(params, { first: doGenerate, again: (less) => model.doGenerate(less) }),
    wrapStream: ({ doStream, model, params }) =>
      call(params, { first: doStream, again: (less) => model.doStream(less) }),
  }
}

// Servers have no common code for this; OpenRouter answers 404, most others 400.
const isAboutTools = (error: unknown) =>
  APICallError.isInstance(error) &&
  [400, 404, 422, 501].includes(error.statusCode ?? 0) &&
  /\b(?:tools?|tool_choice|functions?)\b/i.test(error.responseBody ?? '')
