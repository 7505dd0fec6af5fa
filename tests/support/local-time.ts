/** A moment as the console shows it and takes it, in the zone of the browser. */
export function localTime(text: string): string {
  const time = new Date(text);
  const two = (part: number): string => String(part).padStart(2, '0');
  return `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())} ${two(time.getHours())}:${two(time.getMinutes())}:${two(time.getSeconds())}`;
}
