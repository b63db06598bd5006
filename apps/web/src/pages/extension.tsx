import { useParams } from 'react-router'
import { Extension } from '../features/extension/extension.tsx'
import { loadTexts } from '../lib/i18n.ts'
import { Scene } from '../ui/scene.tsx'
import classes from './download.module.css'

export async function clientLoader() {
  await loadTexts('extension')
  return null
}

export default function ExtensionPage() {
  const { id = '' } = useParams()
  return (
    <div className={classes.page}>
      <Scene />
      <Extension key={id} token={id} />
    </div>
  )
}
