import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'
import type { ResumeAsked } from '../features/quick-send/drafts/use-resume.ts'
import { handOver } from '../features/quick-send/hand-over.ts'
import { QuickSend } from '../features/quick-send/quick-send.tsx'
import { usePageTitle } from '../lib/use-page-title.ts'
import classes from './dash-send.module.css'
import { useAfterSending } from './use-after-sending.ts'

export default function DashSend() {
  const { t } = useTranslation('dash')
  const countSent = useAfterSending()
  const { state, key } = useLocation()
  const navigate = useNavigate()
  const [resume, setResume] = useState<ResumeAsked | null>(null)
  const takeOver = useEffectEvent(() => {
    // A contact's "Send files"; a reload or a step back adds nobody again, for they are in the draft by then.
    if (Array.isArray(state?.to)) handOver({ sendAs: 'email', to: state.to })
    // Asked for once: after a reload the upload is the draft's own, or was sent.
    if (typeof state?.resume !== 'string') return
    setResume({ uploadId: state.resume, sentAs: typeof state.sentAs === 'string' ? state.sentAs : null, key })
    navigate('.', { replace: true })
  })
  // Once for each place in the history.
  useEffect(() => takeOver(), [key])
  usePageTitle(t('sendFiles'))
  return (
    <div className={classes.page}>
      <h1 className="visually-hidden">{t('sendFiles')}</h1>
      <QuickSend inDashboard onSent={countSent} resume={resume} />
    </div>
  )
}
