import { createContext } from 'react'

/** Whether a layout is around this. What replaces a page, such as its not being found, then brings none. */
export const InsideLayout = createContext(false)
