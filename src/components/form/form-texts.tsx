import { createContext, use } from 'react'

/** Translates a key. Provided by the application, because components don't know the language. */
export const FormTexts = createContext<
  (code: string, params?: Record<string, string | number | undefined>) => string
>((code) => code)

export const useFormTexts = () => use(FormTexts)

/** The language in which fields show numbers. Provided with the texts. */
export const FormLanguage = createContext('en')
