export default function DashSend() {
  return null
}
