import type { PreviewForm } from '@sampan/contract/routes/previews'
import { useEffect, useState } from 'react'
import type { Fault } from './fault.ts'
import type { PreviewFile } from './preview-file.ts'

/** null until it is known. For one file: a view of another one is another view. */
export function useAddress(file: PreviewFile, form: PreviewForm, onFail: (fault: Fault) => void): string | null {
  const [asked] = useState(() => file.addressOf(form))
  const [address, setAddress] = useState(typeof asked === 'string' ? asked : null)
  useEffect(() => {
    let isWanted = true
    Promise.resolve(asked).then(
      (found) => isWanted && setAddress(found),
      (error: unknown) => isWanted && onFail({ error }),
    )
    return () => {
      isWanted = false
    }
  }, [asked, onFail])
  return address
}
