/** Quick send on the first page: what is chosen here is about to be sent, as what is dropped anywhere on it. */
import { Plus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useFileInputs } from '../../product/files/file-inputs.tsx'
import type { PickedFile } from '../../product/files/picked-file.ts'
import classes from './send-here.module.css'

export function SendHere({ onFiles }: { onFiles: (files: PickedFile[]) => void }) {
  const { t } = useTranslation('overview')
  const { inputs, choose } = useFileInputs(onFiles)
  return (
    <section className={classes.area} aria-label={t('quickSend')}>
      {inputs}
      <button type="button" className={classes.plus} onClick={choose.files}>
        <span className={classes.sign}>
          <Plus size={20} strokeWidth={2} aria-hidden="true" />
        </span>
        {t('chooseFiles')}
      </button>
      <button type="button" className={classes.folder} onClick={choose.folder}>
        {t('chooseFolder')}
      </button>
      <span className={classes.hint}>{t('dropHint')}</span>
    </section>
  )
}
