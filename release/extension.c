/* An extension module of CPython around machine code of kernels: programs, which take arrays and numbers as numba's dispatchers do, and
   the addresses of C functions. `python -m release.extension` compiles this file with the tables of both and links it with the code. */

#define Py_LIMITED_API 0x030B0000
#include <Python.h>
#include <math.h>
#include <numpy/ndarraytypes.h>
#include <stdint.h>

enum { NONE = -2, MOST_WORDS = 128 }; /* the status of a program that returns nothing; room for arguments of any program */

union word {
    int64_t number;
    double real;
    void *at;
};

struct parameter {
    int type, dims; /* dims: -1 for a number */
    int64_t size;   /* bytes of an item */
    int flags;      /* that numpy's array must have */
};

struct program {
    const char *name;
    int32_t (*call)(union word *result, const union word *given);
    const struct parameter *parameters;
    int n;
    char result;         /* 'i', 'd', or 0 for none */
    int64_t locked_below; /* with a smaller first argument it keeps the interpreter's lock */
};

struct function {
    const char *name;
    void *address;
};

void NRT_MemInfo_call_dtor(void *owner); /* numba's: some programs count references to arrays, which have no owner here */
void NRT_MemInfo_call_dtor(void *owner) { (void)owner; }

#ifdef __GLIBC__
/* The versions of older systems, with the same results; the linker replaces the calls of compiled code by these (`--wrap`). */
__asm__(".symver exp_of_2_2_5, exp@GLIBC_2.2.5\n.symver log_of_2_2_5, log@GLIBC_2.2.5");
double exp_of_2_2_5(double), log_of_2_2_5(double), __wrap_exp(double), __wrap_log(double);
double __wrap_exp(double x) { return exp_of_2_2_5(x); }
double __wrap_log(double x) { return log_of_2_2_5(x); }
#endif

#include TABLES

static PyTypeObject *array_type;

/* An array as compiled code takes it: reference count, owner, items, bytes of an item, address, shape, strides. Returns the next word. */
static union word *read_array(PyObject *argument, const struct parameter *wanted, union word *to) {
    PyArrayObject *array = (PyArrayObject *)argument;
    if (PyType_IsSubtype(Py_TYPE(argument), array_type) && PyArray_NDIM(array) == wanted->dims && PyArray_DESCR(array)->type_num == wanted->type &&
        PyArray_DESCR(array)->byteorder != NPY_OPPBYTE && PyArray_CHKFLAGS(array, wanted->flags)) {
        union word *shape = to + 5, *strides = shape + wanted->dims;
        int64_t items = 1, last = wanted->size;
        for (int k = 0; k < wanted->dims; k++) {
            items *= shape[k].number = PyArray_DIM(array, k);
            strides[k].number = last = PyArray_STRIDE(array, k);
        }
        if (last == wanted->size || wanted->type != NPY_VOID || !items) { /* of records only this shows the size */
            to[0].at = to[1].at = NULL;
            to[2].number = items;
            to[3].number = wanted->size;
            to[4].at = PyArray_DATA(array);
            return strides + wanted->dims;
        }
    }
    PyErr_Format(PyExc_TypeError, "expected an array of %d dimensions of items of %zd bytes, as the program takes it, got %R", wanted->dims,
                 (Py_ssize_t)wanted->size, argument);
    return NULL;
}

static PyObject *call(PyObject *self, PyObject *const *given, Py_ssize_t n) {
    const struct program *program = PyCapsule_GetPointer(self, NULL);
    union word words[MOST_WORDS], *next = words, result = {0};
    if (n != program->n) return PyErr_Format(PyExc_TypeError, "%s takes %d arguments, got %zd", program->name, program->n, n);
    for (Py_ssize_t k = 0; k < n; k++) {
        const struct parameter *wanted = program->parameters + k;
        if (wanted->dims >= 0) {
            if (!(next = read_array(given[k], wanted, next))) return NULL;
        } else {
            if (wanted->type == NPY_DOUBLE) next->real = PyFloat_AsDouble(given[k]);
            else next->number = PyLong_AsLongLong(given[k]);
            if ((wanted->type == NPY_DOUBLE ? next->real == -1.0 : next->number == -1) && PyErr_Occurred()) return NULL;
            next++;
        }
    }
    int unlocked = words[0].number >= program->locked_below;
    PyThreadState *state = unlocked ? PyEval_SaveThread() : NULL; /* other threads run meanwhile */
    int32_t status = program->call(&result, words);
    if (unlocked) PyEval_RestoreThread(state);
    if (status && status != NONE) return PyErr_Format(PyExc_RuntimeError, "%s failed with status %d", program->name, (int)status);
    if (!program->result) Py_RETURN_NONE;
    return program->result == 'd' ? PyFloat_FromDouble(result.real) : PyLong_FromLongLong(result.number);
}

static PyMethodDef method = {"program", (PyCFunction)(void (*)(void))call, METH_FASTCALL, "Machine code of a program."};

/* Adds an item to the contents; takes over the reference to it. */
static int put(PyObject *contents, const char *name, PyObject *item) {
    int failed = !item || PyDict_SetItemString(contents, name, item);
    Py_XDECREF(item);
    return failed ? -1 : 0;
}

static int start(PyObject *module) {
    PyObject *numpy = PyImport_ImportModule("numpy"), *contents = PyDict_New();
    if (!numpy || !contents) return -1;
    array_type = (PyTypeObject *)PyObject_GetAttrString(numpy, "ndarray");
    Py_DECREF(numpy);
    if (!array_type || PyModule_AddObjectRef(module, "contents", contents) || PyModule_AddStringConstant(module, "key", KEY)) return -1;
    for (const struct program *one = programs; one->name; one++) {
        PyObject *self = PyCapsule_New((void *)one, NULL, NULL);
        if (!self || put(contents, one->name, PyCFunction_New(&method, self))) return -1;
        Py_DECREF(self);
    }
    for (const struct function *one = functions; one->name; one++)
        if (put(contents, one->name, PyLong_FromVoidPtr(one->address))) return -1;
    Py_DECREF(contents);
    return 0;
}

static PyModuleDef_Slot slots[] = {{Py_mod_exec, (void *)start}, {0, NULL}};
static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, "rules", NULL, 0, NULL, slots, NULL, NULL, NULL};

PyMODINIT_FUNC PyInit_rules(void) { return PyModuleDef_Init(&definition); }
