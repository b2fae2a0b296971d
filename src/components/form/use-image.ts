import { useRef, useState } from 'react'

/** A chosen image; resolves to undefined if it is invalid or was cleared. */
export type ChosenImage = Promise<File | undefined>

/** The image of a form with an `ImageField`. */
export function useImage() {
  const newest = useRef<ChosenImage>(undefined)
  const [image, setImage] = useState<File>()
  return {
    /** The newest image that was checked, for what is shown. */
    image,
    /** The newest image, for what is sent: the check of a large one takes a second. */
    checkedImage: (): Promise<File | undefined> | undefined => newest.current,
    onChoose(chosen: ChosenImage | undefined) {
      newest.current = chosen
      if (!chosen) return setImage(undefined)
      void chosen.then((file) => {
        if (newest.current === chosen) setImage(file)
      })
    },
  }
}
