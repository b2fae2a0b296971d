import { useRouter } from '@tanstack/react-router'

/** Returns whether the user is still on the page at that path: an answer may arrive after they have left. */
export function useIsOn(path: string): () => boolean {
  const router = useRouter()
  return () => router.latestLocation.pathname === path
}
