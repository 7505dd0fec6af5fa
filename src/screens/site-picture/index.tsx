export function Beside() {
  return null;
}
