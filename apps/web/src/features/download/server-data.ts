/** The view that the server wrote into the document. It is read as this module loads, before the app replaces that part of the page. */
import { type TransferView, transferView } from '@sampan/contract/routes/downloads'

function readServerData(): TransferView | undefined {
  if (typeof document === 'undefined') return undefined
  try {
    return transferView.parse(JSON.parse(document.getElementById('server-data')?.textContent ?? 'null')?.view)
  } catch {
    return undefined
  }
}

const written = { view: readServerData(), address: typeof location === 'undefined' ? '' : location.pathname }

/** Only for the page that it was written for: the app may have moved on to another. */
export const viewInDocument = (): TransferView | undefined => (location.pathname === written.address ? written.view : undefined)
