export default function DashTransfers() {
  return null
}
