import { useRef, useState } from 'react'

/** A chosen image, ready to be sent; resolves to undefined if it is invalid. */
export type ChosenImage = Promise<File | undefined>

/** The image of a form with an `ImageField`. */
export function useImage() {
  const newest = useRef<ChosenImage>(undefined)
  const [image, setImage] = useState<File>()
  return {
    /** The newest image that is ready, for what is shown. */
    image,
    /**
     * Resolves to the newest image, for what is sent: a large one takes a second to prepare. Undefined
     * without one; `invalid` while the field says why not, when nothing may be sent.
     */
    async readyImage(): Promise<File | undefined | 'invalid'> {
      let chosen: ChosenImage | undefined
      let file: File | undefined
      do {
        chosen = newest.current
        file = await chosen
      } while (chosen !== newest.current)
      return chosen && !file ? 'invalid' : file
    },
    onChoose(chosen: ChosenImage | undefined) {
      newest.current = chosen
      if (!chosen) return setImage(undefined)
      void chosen.then((file) => {
        if (newest.current === chosen) setImage(file)
      })
    },
  }
}
