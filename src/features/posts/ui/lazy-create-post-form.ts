import { lazyRouteComponent } from '@tanstack/react-router'

/** With the form library and zod, 40 KB that the list does without. The route preloads it where it is open. */
export const CreatePostForm = lazyRouteComponent(async () => {
  const { CreatePostForm: Loaded } = await import('./create-post-form.tsx')
  return { default: Loaded }
})
