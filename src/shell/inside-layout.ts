import { createContext } from 'react'

/** Whether a layout is around this: what replaces a page, such as its not being found, then is only the page. */
export const InsideLayout = createContext(false)
