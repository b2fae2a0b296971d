import { createContext, use } from 'react'

/**
 * Turns an error code (a translation key) into the reader's words. The application provides it; components
 * know no language.
 */
export const FormTexts = createContext<
  (code: string, params?: Record<string, string | number | undefined>) => string
>((code) => code)

export const useFormTexts = () => use(FormTexts)
