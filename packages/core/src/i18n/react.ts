import { createContext, createElement, use, useCallback, useSyncExternalStore, type ReactNode } from 'react'
import type { I18n } from './i18n.ts'
import type { Translate } from './keys.ts'

const I18nContext = createContext<I18n | undefined>(undefined)

export function I18nProvider({ i18n, children }: { i18n: I18n; children: ReactNode }) {
  return createElement(I18nContext, { value: i18n }, children)
}

/**
 * The visitor's I18n. Re-renders when the language changes; a part of the page that hydrates after a change
 * starts with the language of its HTML. Throws outside the provider.
 */
export function useI18n(): I18n {
  const i18n = use(I18nContext)
  if (!i18n) throw new Error('useI18n needs I18nProvider')
  const subscribe = useCallback((listener: () => void) => i18n.subscribe(listener), [i18n])
  return i18n.at(useSyncExternalStore(subscribe, i18n.snapshot, i18n.sentSnapshot))
}

/** `t('feature:screen.element')` in the visitor's language. */
export function useTranslate(): Translate {
  return useI18n().t
}
