import { useParams } from 'react-router'
import { Refusal } from '../features/refusal/refusal.tsx'
import { loadTexts } from '../lib/i18n.ts'
import { Scene } from '../ui/scene.tsx'
import classes from './download.module.css'

export async function clientLoader() {
  await loadTexts('refusal')
  return null
}

export default function UnsubscribePage() {
  const { token = '' } = useParams()
  return (
    <div className={classes.page}>
      <Scene />
      <Refusal key={token} token={token} />
    </div>
  )
}
