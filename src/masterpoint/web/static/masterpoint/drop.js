// Files dropped anywhere on the page go into the form and are sent; without JavaScript the ordinary button does it.
const box = document.querySelector(".drop");
const input = document.querySelector(".drop input[type=file]");
document.addEventListener("dragover", (event) => { event.preventDefault(); box?.classList.add("over"); });
document.addEventListener("dragleave", () => box?.classList.remove("over"));
document.addEventListener("drop", (event) => {
  event.preventDefault();
  box?.classList.remove("over");
  if (!input || !event.dataTransfer.files.length) return;
  input.files = event.dataTransfer.files;
  input.form.requestSubmit();
});
