/** A file goes with everything that was sent together with it: asked first, with the names. */
import { Button } from '@mantine/core'
import type { ReceivedFile } from '@sampan/contract/routes/request-grid'
import { baseName } from '@sampan/contract/rules/file-path'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../ui/dialog.tsx'
import classes from './windows.module.css'

/** As many as are named. */
const maxNamed = 8

type Props = { files: readonly ReceivedFile[]; onClose: () => void; onDelete: () => void }

export function DeleteSending({ files, onClose, onDelete }: Props) {
  const { t } = useTranslation('received')
  const more = files.length - maxNamed
  return (
    <Dialog title={t('deleteTitle', { count: files.length })} onClose={onClose}>
      <p className={classes.text}>{t(files.length > 1 ? 'deleteText' : 'deleteTextOne')}</p>
      <ul className={classes.names}>
        {files.slice(0, maxNamed).map(({ fileId, path }) => (
          <li key={fileId}>{baseName(path)}</li>
        ))}
        {more > 0 && <li>{t('andMore', { count: more })}</li>}
      </ul>
      <div className={classes.buttons}>
        <Button variant="default" h={44} onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button h={44} onClick={onDelete}>
          {t('delete')}
        </Button>
      </div>
    </Dialog>
  )
}
