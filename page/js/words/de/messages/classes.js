// Classes and worksheets: what is left out, exports, and a worksheet that is printed. JSON, as in ../messages.js.
export const parts = [
  ["its name leads out of the folder", "der Name führt aus dem Ordner hinaus"],
  ["this is a link", "das ist eine Verknüpfung"],
  ["it is encrypted", "die Datei ist verschlüsselt"],
  ["it cannot be unpacked ({x})", "die Datei lässt sich nicht entpacken ({x})"],
  ["it has more than {n} MB", "die Datei hat mehr als {n} MB"],
  ["it is in too many folders", "die Datei liegt in zu vielen Ordnern"],
  ["it has no name", "die Datei hat keinen Namen"],
  ["it cannot be read ({x})", "die Datei lässt sich nicht lesen ({x})"],
  ["this is no plain file", "das ist keine einfache Datei"],
  ["there is a file of this name already", "eine Datei mit diesem Namen gibt es schon"]
];

export default [
  ["name: {name}", "Name: {name}"],
  ["due {when}", "Abgabe bis {when}"],
  ["of {n} points: ____", "von {n} Punkten: ____"],
  ["1 point", "1 Punkt"],
  ["{n} points", "{n} Punkte"],
  ["{n}. {axiom_title}", "{n}. {axiom_title}"],
  ["{file}: {what_fault}: left out", "{file}: {what_fault}: ausgelassen"],
  ["files beside the folders of students are not marked: {files}", "Dateien neben den Ordnern der Studierenden werden nicht bewertet: {files}"],
  ["there are more than {n} files: the others are not marked", "Es sind mehr als {n} Dateien: Die übrigen werden nicht bewertet."],
  ["this is a link, and no folder of a student", "Das ist eine Verknüpfung und kein Ordner einer Person."],
  ["there is no exercise of this name", "Eine Übung mit diesem Namen gibt es nicht."],
  ["unchanged since the export", "seit dem Export unverändert"],
  ["answers changed since the export: {files}", "seit dem Export geänderte Antworten: {files}"],
  ["the export is of the name {name}", "Der Export ist auf den Namen {name}."],
  ["the export is of another worksheet, or of a changed one", "Der Export gehört zu einem anderen oder geänderten Arbeitsblatt."],
  ["exported after the deadline, at {when}", "nach der Frist exportiert, am {when}"],
  ["handed in late", "verspätet abgegeben"],
  ["{name} is not here", "{name} gibt es hier nicht."],
  ["nobody has a number of {x}, which a gradebook needs", "Niemand hat eine Nummer von {x}; die Notentabelle braucht sie."],
  ["the solutions are shown after the deadline", "Die Lösungen werden nach der Frist gezeigt."],
  ["unpacked it has too many {x}: is it a zip bomb?", "Entpackt ist das Archiv zu groß: Ist es eine Zip-Bombe?"],
  ["{name} cannot be read as a zip archive: {why}", "{name} lässt sich nicht als Zip-Archiv lesen: {why}"],
  ["{name} has more than {n} MB", "{name} hat mehr als {n} MB"],
  ["{name} lists too many files: is it a zip bomb?", "{name} nennt zu viele Dateien: Ist es eine Zip-Bombe?"],
  ["unpack it into a folder", "Entpacke es in einen Ordner."]
];
