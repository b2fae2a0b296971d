import { lazyRouteComponent } from '@tanstack/react-router'

/** With Markdown, 45 KB that come with the first answer. Where a thread is opened, its route preloads it. */
export const AnswerText = lazyRouteComponent(async () => {
  const { AnswerText: Loaded } = await import('./answer-text.tsx')
  return { default: Loaded }
})
