/** Where another app's files come in: they go on to the send card at once. */
import { Button } from '@mantine/core'
import { dashSendPath, homePath } from '@sampan/contract/paths'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { handOver } from '../features/quick-send/hand-over.ts'
import { useLanguage } from '../lib/i18n.ts'
import { useTitle } from '../lib/use-title.ts'
import { pickedFiles } from '../product/files/picked-file.ts'
import { takeShared } from '../product/files/share-target.ts'
import { mayHaveSession } from '../product/session/session.ts'
import { Notice } from '../ui/notice.tsx'
import classes from './download.module.css'

export default function Share() {
  const { t } = useTranslation('shell')
  const navigate = useNavigate()
  const language = useLanguage()
  const [isLost, setLost] = useState(false)
  const hasAsked = useRef(false)
  const sendPath = () => (mayHaveSession() ? dashSendPath : homePath(language))
  useTitle(t('shareTitle'))
  const goOn = useEffectEvent((files: File[]) => {
    if (files.length === 0) return setLost(true)
    handOver({ files: pickedFiles(files) })
    navigate(sendPath(), { replace: true })
  })
  useEffect(() => {
    // They are given once.
    if (hasAsked.current) return
    hasAsked.current = true
    void takeShared().then(goOn)
  }, [])
  if (!isLost) return null
  return (
    <div className={classes.page}>
      <Notice drawing="unknown" title={t('shareTitle')} text={t('shareLost')}>
        <Button component={Link} to={sendPath()} size="md">
          {t('toSend')}
        </Button>
      </Notice>
    </div>
  )
}
