export default function DownloadPage() {
  return null
}
