/** The one big button: everything, or what is chosen. Links wherever a link is enough. */
import { Button } from '@mantine/core'
import type { TransferView } from '@sampan/contract/routes/downloads'
import { isFolderPath } from '@sampan/contract/rules/file-path'
import { totalBytes } from '@sampan/contract/rules/file-set'
import { Download } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { useProblemText } from '../../lib/problem-text.ts'
import { hasBlocked, isReady, type Received } from './arrival.ts'
import { BegunLine } from './begun-line.tsx'
import { downloadLink, type LinkAddress } from './link-address.ts'
import classes from './open-transfer.module.css'
import type { Chosen } from './selection.ts'
import type { SelectionDownload } from './use-selection-download.ts'

type Props = { view: TransferView; address: LinkAddress; chosen: Chosen; received: Received; download: SelectionDownload }
const icon = <Download size={20} strokeWidth={2} aria-hidden="true" />
const look = {
  size: 'lg',
  fullWidth: true,
  leftSection: icon,
  className: classes.primary,
  classNames: { label: classes.label },
} as const

export function PrimaryDownload({ view, address, chosen: asked, received, download }: Props) {
  const { t } = useTranslation('download')
  const problemText = useProblemText()
  const chosen = useMemo(
    () => (received || hasBlocked(view.files) ? readyOf(view, asked, received) : asked),
    [view, asked, received],
  )
  const label = useLabel(view, chosen)
  const plain = plainDownload(view, address, chosen)
  if ((received || hasBlocked(view.files)) && chosen.fileCount === 0)
    return (
      <Button {...look} disabled>
        {t(received ? 'nothingReady' : 'nothingToGet')}
      </Button>
    )
  return (
    <>
      {plain ? (
        <Button {...look} component="a" {...plain} download="">
          {label}
        </Button>
      ) : (
        <Button {...look} loading={download.pendingKey === primaryKey} onClick={() => download.start(primaryKey, chosen.entries)}>
          {label}
        </Button>
      )}
      <p className={classes.error} role="alert">
        {download.failed && problemText(download.failed.error)}
      </p>
      <BegunLine slug={view.slug} />
    </>
  )
}

const primaryKey = 'chosen'

/** Of what is chosen, or of everything, the files that are here and may be had. */
function readyOf(view: TransferView, { entries }: Chosen, received: Received): Chosen {
  const wanted = entries.length > 0 ? entries : view.files
  const ready = wanted.filter((file) => !isFolderPath(file.path) && isReady(received, file))
  const isAllOfChosen = entries.length > 0 && ready.length === entries.length
  return { entries: ready, fileCount: ready.length, totalBytes: totalBytes(ready), isPart: received !== null && !isAllOfChosen }
}

/** null where the server has to be told first which files are meant. */
function plainDownload(view: TransferView, address: LinkAddress, { entries }: Chosen) {
  const wanted = entries.length > 0 ? entries : view.files
  const [only] = wanted
  if (only && wanted.length === 1 && !isFolderPath(only.path)) {
    return downloadLink(address, { fileId: only.fileId })
  }
  return wanted.length === view.files.length && !view.arrival ? downloadLink(address) : null
}

function useLabel(view: TransferView, { entries, fileCount, totalBytes, isPart }: Chosen): string {
  const { t } = useTranslation('download')
  const format = useFormat()
  if (entries.length === 0)
    return t(view.files.length === 1 ? 'downloadOne' : 'downloadAll', { size: format.bytes(view.totalBytes) })
  if (fileCount === 0) return t('downloadEmptyFolders')
  return t(isPart ? 'downloadReady' : 'downloadChosen', {
    count: fileCount,
    number: format.number(fileCount),
    size: format.bytes(totalBytes),
  })
}
