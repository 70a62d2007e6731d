// A file dropped anywhere on the page goes into the form; without JavaScript the ordinary button does.
const box = document.querySelector(".drop");
document.addEventListener("dragover", (event) => { event.preventDefault(); box?.classList.add("over"); });
document.addEventListener("dragleave", () => box?.classList.remove("over"));
document.addEventListener("drop", (event) => {
  const input = document.querySelector("input[type=file]");
  event.preventDefault();
  box?.classList.remove("over");
  if (!input || !event.dataTransfer.files.length) return;
  input.files = event.dataTransfer.files;
  input.form.requestSubmit();
});
